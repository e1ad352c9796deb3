import { QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { BadgeCheck, Ban, CalendarX2, FileCheck2, FileX2, type LucideIcon, ShieldX } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { checkFileMutation, checkQuery } from '#features/audit/web/check-queries.ts'
import { endWord } from '#features/certificates/text/certificate.ts'
import { monthName } from '#features/closings/text/package.ts'
import { formatDay } from '#kernel/day.ts'
import { counted } from '#kernel/text.ts'
import { usePathParam } from '#ui/address.ts'
import { failureMessage } from '#ui/api.ts'
import { BrandMark } from '#ui/brand.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardBody } from '#ui/card.tsx'
import { classes } from '#ui/classes.ts'
import { FileDrop } from '#ui/fields/file-drop.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { Instant } from '#ui/instant.tsx'
import { queryClient } from '#ui/query-client.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { Alert, ErrorState } from '#ui/states.tsx'

/** Public page that checks a Constancia: whether it is genuine, without revealing the certified facts. */
export function VerifyPage() {
  const code = usePathParam('code')
  return (
    <main className="mx-auto grid min-h-dvh max-w-xl grid-cols-1 content-center gap-6 p-5 sm:p-8">
      <header className="grid justify-items-center gap-3 text-center">
        <BrandMark className="size-10" />
        <h1 className="font-semibold text-2xl tracking-tight">Comprobar una constancia</h1>
        <p className="max-w-md text-ink-soft">
          Aquí se dice solo si una constancia es auténtica, y si es de un pedido rechazado o anulado. Su
          contenido no se muestra a nadie.
        </p>
      </header>
      {code !== '' && (
        // This page lies outside the areas, each of which has a provider of its own.
        <QueryClientProvider client={queryClient}>
          <Verdict key={code} code={code} />
        </QueryClientProvider>
      )}
      <OtherCode key={`other ${code}`} code={code} />
    </main>
  )
}

function Verdict({ code }: { code: string }) {
  const query = useQuery(checkQuery(code))
  if (query.error !== null && !query.data)
    return (
      <Card>
        <ErrorState
          message={failureMessage(query.error)}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        />
      </Card>
    )
  if (!query.data)
    return (
      <Card role="status" aria-label="Comprobando el código">
        <CardBody className="grid gap-2">
          <Skeleton className="h-6 w-60" />
          <Skeleton className="h-4 w-full" />
        </CardBody>
      </Card>
    )
  if (!query.data.isGenuine)
    return (
      <Answer icon={ShieldX} isGood={false} title="Este código no es de ninguna constancia">
        Revisa que esté completo y bien copiado. Si lo está, la constancia, el archivo o el cierre no son
        auténticos.
      </Answer>
    )
  const { closing, archive, ended } = query.data
  if (closing)
    return (
      <>
        <Answer icon={BadgeCheck} isGood title="La huella es auténtica">
          {closing.companyName} cerró {monthName(closing.month)}
          {closing.isOfClient && ', de uno de sus clientes,'} el <Instant value={closing.closedAt} exact />:
          es la versión {closing.version}
          {closing.isLast ? '.' : ', y después cerró otra.'}
          {closing.isSample && ' Es una empresa de ejemplo.'} Los montos no se muestran a nadie.
        </Answer>
        <FileCheck code={code} of="manifest" />
      </>
    )
  if (archive)
    return (
      <>
        <Answer icon={BadgeCheck} isGood title="La huella es auténtica">
          {archive.companyName} creó el <Instant value={archive.madeAt} exact /> un archivo de{' '}
          {counted(archive.orders, 'constancia')}.{archive.isSample && ' Es una empresa de ejemplo.'} Cada una
          se comprueba además con su propio código.
        </Answer>
        <FileCheck code={code} of="manifest" />
      </>
    )
  if (ended)
    return (
      <>
        <Answer icon={Ban} isGood={false} title={`Auténtica, de un pedido ${endWord[ended.end]}`}>
          Se emitió una constancia con este código, y no es de una aprobación: su pedido fue{' '}
          {endWord[ended.end]} el {formatDay(ended.on)}.
        </Answer>
        <FileCheck code={code} />
      </>
    )
  return (
    <>
      <Answer icon={BadgeCheck} isGood title="El código es auténtico">
        Se emitió una constancia con este código. Compara el resto con su archivo, que no se puede cambiar sin
        que se note.
      </Answer>
      {query.data.cancelledOn !== null && (
        <Answer icon={CalendarX2} isGood={false} title="Ya no vigente">
          Su pedido fue anulado el {formatDay(query.data.cancelledOn)}.
        </Answer>
      )}
      {query.data.takenBackOn !== null && (
        <Answer icon={CalendarX2} isGood={false} title="Ya no vigente">
          La aprobación que certifica se deshizo el {formatDay(query.data.takenBackOn)}. Si el pedido se
          aprobó de nuevo, tiene otra constancia.
        </Answer>
      )}
      <FileCheck code={code} />
    </>
  )
}

type AnswerProps = { icon: LucideIcon; isGood: boolean; title: string; children: ReactNode }

function Answer({ icon: Icon, isGood, title, children }: AnswerProps) {
  return (
    <div
      role="status"
      className={classes(
        'flex gap-3 rounded-xl border p-4 sm:p-5',
        isGood ? 'bg-positive-soft' : 'bg-negative-soft',
      )}
    >
      <Icon
        aria-hidden="true"
        className={classes('mt-0.5 size-6 shrink-0', isGood ? 'text-positive' : 'text-negative')}
      />
      <div>
        <p className="font-semibold text-lg">{title}</p>
        <p className="mt-1">{children}</p>
      </div>
    </div>
  )
}

/** Card that checks a file. The file never leaves the browser: only its digest is sent. */
function FileCheck({ code, of = 'certificate' }: { code: string; of?: 'certificate' | 'manifest' }) {
  const { mutate, data, error, isPending, variables } = useMutation(checkFileMutation)
  const name = variables?.file.name ?? ''
  return (
    <Card aria-label="Comprobar el archivo">
      <CardBody className="grid grid-cols-1 gap-3">
        <FileDrop
          label="Comprobar también el archivo"
          hint={
            isPending
              ? 'Comprobando…'
              : `Suelta aquí ${checkedFile[of].name}: se comprueba en tu navegador y no se envía.`
          }
          optional
          accept={checkedFile[of].accept}
          uploads={[]}
          onAdd={([file]) => file && mutate({ code, file })}
          onRetry={() => {}}
          onRemove={() => {}}
        />
        {error !== null && (
          <Alert tone="negative" title="No se ha podido comprobar el archivo">
            {failureMessage(error)}
          </Alert>
        )}
        {data?.isFileGenuine === true && (
          <Answer icon={FileCheck2} isGood title="El archivo es el original">
            {name} es, byte a byte, el que se emitió con este código.
          </Answer>
        )}
        {data?.isFileGenuine === false && (
          <Answer icon={FileX2} isGood={false} title="El archivo no es el original">
            {name} no es el que se emitió con este código: se ha cambiado, o es de otro código.
          </Answer>
        )}
      </CardBody>
    </Card>
  )
}

/** The file whose digest is known. */
const checkedFile = {
  certificate: { name: 'el PDF', accept: 'application/pdf' },
  manifest: { name: 'manifiesto.json', accept: '.json,application/json' },
} as const

function OtherCode({ code }: { code: string }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const check = (event: FormEvent) => {
    event.preventDefault()
    const wanted = typed.trim().slice(0, 100)
    if (wanted !== '') void navigate({ to: '/verificar/$code', params: { code: wanted } })
  }
  return (
    <form onSubmit={check} className="flex flex-wrap items-end gap-2">
      <TextField
        label={code === '' ? 'Código de la constancia' : 'Comprobar otro código'}
        placeholder="7K3M9-…"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={event => setTyped(event.target.value)}
        className="min-w-60 flex-1"
      />
      <Button type="submit" variant={code === '' ? 'primary' : 'secondary'}>
        Comprobar
      </Button>
    </form>
  )
}
