import { useMutation, useQuery } from '@tanstack/react-query'
import { MailCheck, RotateCw } from 'lucide-react'
import { mailsQuery, retryMailMutation } from '#features/platform/web/queries.ts'
import type { StuckMailWire } from '#features/platform/wire/mails.ts'
import { failureMessage } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Instant } from '#ui/instant.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { notify } from '#ui/toast.ts'

/** Mails that could not be sent, without their content. */
export function MailsPage() {
  const query = useQuery(mailsQuery)
  return (
    <>
      <PageHeader title="Correos sin enviar" subtitle="Lo que el servidor de correo no ha aceptado todavía" />
      <Loaded query={query} skeleton={<SkeletonRows label="Cargando correos" />}>
        {({ items }) =>
          items.length === 0 ? (
            <Card>
              <EmptyState icon={<MailCheck />} title="No hay correos sin enviar">
                Todo lo que se ha escrito ha salido o está saliendo.
              </EmptyState>
            </Card>
          ) : (
            <Table
              label="Correos sin enviar"
              columns={columns}
              rows={items}
              rowKey={mail => mail.id}
              card={mail => <MailLines mail={mail} />}
            />
          )
        }
      </Loaded>
    </>
  )
}

const columns: readonly Column<StuckMailWire>[] = [
  { id: 'to', header: 'Dirección', cell: ({ to }) => <span className="font-medium">{to}</span> },
  { id: 'subject', header: 'Asunto', cell: ({ subject }) => subject },
  { id: 'at', header: 'Escrito', cell: ({ createdAt }) => <Instant value={createdAt} /> },
  { id: 'attempts', header: 'Intentos', align: 'end', cell: mail => <Attempts mail={mail} /> },
  { id: 'error', header: 'Error', cell: ({ error }) => <span className="wrap-anywhere">{error}</span> },
  { id: 'actions', header: 'Acciones', align: 'end', className: 'w-px', cell: mail => <Retry mail={mail} /> },
]

function MailLines({ mail }: { mail: StuckMailWire }) {
  return (
    <div className="grid grid-cols-1 gap-1">
      <p className="break-words font-medium">{mail.to}</p>
      <p className="text-ink-soft">{mail.subject}</p>
      <p className="break-words text-ink-faint text-xs">
        <Attempts mail={mail} /> intentos · {mail.error}
      </p>
      <Retry mail={mail} />
    </div>
  )
}

function Attempts({ mail: { attempts } }: { mail: StuckMailWire }) {
  return <span className="figures">{attempts}</span>
}

function Retry({ mail }: { mail: StuckMailWire }) {
  const { mutate, isPending } = useMutation(retryMailMutation)
  const retry = () =>
    mutate(mail.id, {
      onSuccess: () => notify.success(`El correo a ${mail.to} se intentará ahora`),
      onError: error => notify.error('No se ha podido reintentar', { description: failureMessage(error) }),
    })
  return (
    <Button
      size="sm"
      icon={<RotateCw aria-hidden="true" />}
      busy={isPending}
      aria-label={`Reintentar el correo a ${mail.to}`}
      onClick={retry}
    >
      Reintentar
    </Button>
  )
}
