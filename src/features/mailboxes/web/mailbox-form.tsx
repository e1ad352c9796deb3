import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import { imapPort, longestFolder, longestHost, longestUsername } from '#features/mailboxes/rules.ts'
import { changeMailboxMutation, testMailboxMutation } from '#features/mailboxes/web/queries.ts'
import { MailboxFieldsWire, type MailboxWire } from '#features/mailboxes/wire.ts'
import type { AbilityWire } from '#kernel/wire.ts'
import { refusalText } from '#ui/action-link.tsx'
import { failureMessage } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '#ui/card.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { LeaveGuard } from '#ui/hooks/leave-guard.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { Alert } from '#ui/states.tsx'
import { notify } from '#ui/toast.ts'

type Input = z.input<typeof MailboxFieldsWire>
type MailboxFormProps = { mailbox: MailboxWire | null; may: AbilityWire }

const about = 'Un buzón solo para facturas, con IMAP sobre TLS.'
const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

/** Form of the mailbox: its connection is tried before it is kept. */
export function MailboxForm({ mailbox, may }: MailboxFormProps) {
  const { mutateAsync } = useMutation(changeMailboxMutation)
  const wire = useWireForm<Input, MailboxFieldsWire>({
    schema: MailboxFieldsWire,
    defaults: {
      host: mailbox?.host ?? '',
      port: mailbox?.port ?? imapPort,
      username: mailbox?.username ?? '',
      password: '',
      folder: mailbox?.folder ?? 'INBOX',
      doneFolder: mailbox?.doneFolder ?? '',
      collects: mailbox?.collects ?? true,
    },
    send: async body => {
      await mutateAsync({ ...body, revision: mailbox?.revision ?? 0 })
      notify.success('Buzón guardado')
    },
  })
  const { field, form, submit, busy, failure } = wire
  return (
    <Card aria-labelledby="mailbox-title">
      <form noValidate onSubmit={submit} aria-labelledby="mailbox-title">
        <CardHeader
          id="mailbox-title"
          title="Conexión"
          note={mailbox ? about : `${about} Se recoge lo que llegue desde hoy.`}
        />
        <CardBody className="grid grid-cols-1 gap-4 sm:grid-cols-[3fr_1fr]">
          <TextField
            {...field('host')}
            label="Servidor"
            hint="Por ejemplo, imap.correo.example"
            maxLength={longestHost}
            {...plain}
          />
          <TextField {...field('port')} label="Puerto" inputMode="numeric" className="figures" />
          <div className="grid grid-cols-1 gap-4 sm:col-span-2 sm:grid-cols-2">
            <TextField {...field('username')} label="Usuario" maxLength={longestUsername} {...plain} />
            <PasswordField
              {...field('password')}
              label="Contraseña"
              hint={mailbox ? 'Déjala vacía para seguir con la guardada.' : undefined}
              autoComplete="off"
            />
            <TextField {...field('folder')} label="Carpeta" maxLength={longestFolder} {...plain} />
            <TextField
              {...field('doneFolder')}
              label="Mover lo recogido a"
              hint="Vacía: los correos se quedan donde están, como leídos."
              optional
              maxLength={longestFolder}
              {...plain}
            />
          </div>
          <div className="col-span-full grid grid-cols-1 gap-4">
            <Checkbox {...form.register('collects')} label="Recoger facturas de este buzón" />
            <Trial form={form} may={may} />
            <FormFailure message={failure} />
          </div>
        </CardBody>
        <CardFooter>
          <Button type="submit" variant="primary" busy={busy} refusal={refusalText(may)}>
            Guardar buzón
          </Button>
        </CardFooter>
      </form>
      <LeaveGuard isUnsent={form.formState.isDirty && !busy} />
    </Card>
  )
}

type TrialProps = {
  form: ReturnType<typeof useWireForm<Input, MailboxFieldsWire>>['form']
  may: AbilityWire
}

/** Tries the connection as it is typed, and says what failed. */
function Trial({ form, may }: TrialProps) {
  const { mutate, data, error, isPending } = useMutation(testMailboxMutation)
  const tryNow = async () => {
    if (!(await form.trigger())) return
    const { collects: _, ...connection } = MailboxFieldsWire.parse(form.getValues())
    mutate(connection)
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <div>
        <Button busy={isPending} refusal={refusalText(may)} onClick={() => void tryNow()}>
          Probar conexión
        </Button>
      </div>
      {error && !isPending && <Alert tone="negative">{failureMessage(error)}</Alert>}
      {data && !isPending && (
        <Alert tone={data.works ? 'info' : 'negative'}>
          {data.fault ?? 'Funciona: el servidor responde, y la carpeta existe.'}
        </Alert>
      )}
    </div>
  )
}
