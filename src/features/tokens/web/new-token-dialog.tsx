import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import type { z } from 'zod'
import { MadeTokenDialog } from '#features/tokens/web/made-token-dialog.tsx'
import { makeTokenMutation } from '#features/tokens/web/queries.ts'
import { ScopesPanel } from '#features/tokens/web/scopes-panel.tsx'
import { lifeOptionsUpTo, usualLife } from '#features/tokens/web/text.ts'
import { type NewToken, NewTokenWire } from '#features/tokens/wire.ts'
import { newId } from '#kernel/ids.ts'
import { scopesOfPeople, serviceScopes, type TokenKind, type TokenScope } from '#kernel/token-scope.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { Select } from '#ui/fields/select.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'

type TokenInput = z.input<typeof NewTokenWire>

type NewTokenDialogProps = {
  kind: TokenKind
  /** Days that a token of the company lives at most. */
  longestDays: number
  /** Scopes that are chosen already. */
  scopes?: readonly TokenScope[]
  onClose: () => void
}

/** Makes an API token, of the person or of a service, and shows its text this once. */
export function NewTokenDialog({ kind, longestDays, scopes = [], onClose }: NewTokenDialogProps) {
  const { mutateAsync: make } = useMutation(makeTokenMutation(kind))
  const [text, setText] = useState<string | null>(null)
  // Sent again after a lost answer, it replaces the token whose text nobody has seen.
  const [attempt] = useState(() => newId())
  const wire = useWireForm<TokenInput, NewToken>({
    schema: NewTokenWire,
    defaults: { name: '', scopes: [...scopes], days: usualLife(longestDays), attempt },
    send: async body => setText((await make(body)).text),
  })
  if (text !== null) return <MadeTokenDialog text={text} onClose={onClose} />
  const { form, field } = wire
  const words = kindWords[kind]
  return (
    <FormDialog
      title={words.title}
      description={words.description}
      submitLabel="Crear clave"
      wire={wire}
      isDirty={form.formState.isDirty}
      onClose={onClose}
    >
      <TextField {...field('name')} label={words.name} hint={words.hint} autoComplete="off" />
      <Controller
        control={form.control}
        name="days"
        render={({ field: { value, onChange, ...rest }, fieldState }) => (
          <Select
            {...rest}
            value={String(value)}
            onChange={event => onChange(Number(event.target.value))}
            label="Sirve durante"
            error={fieldState.error?.message}
            options={lifeOptionsUpTo(longestDays)}
          />
        )}
      />
      <Controller
        control={form.control}
        name="scopes"
        render={({ field: { value, onChange }, fieldState }) => (
          <ScopesPanel
            offered={kind === 'personal' ? scopesOfPeople : serviceScopes}
            chosen={value}
            onChange={onChange}
            error={fieldState.error?.message}
          />
        )}
      />
    </FormDialog>
  )
}

const kindWords = {
  personal: {
    title: 'Nueva clave de API',
    description: 'Quien la tenga actúa en tu nombre: podrá lo que marques, y nunca más de lo que puedes tú.',
    name: 'Nombre',
    hint: 'Para reconocerla: el programa que la usará',
  },
  service: {
    title: 'Nueva clave de un servicio',
    description:
      'Actúa como el servicio, no como tú, y sigue sirviendo si dejas la empresa. Un servicio no aprueba, ni paga, ni da permisos.',
    name: 'Servicio',
    hint: 'Con este nombre sale en la auditoría. Repite el de uno que ya tengas para renovar su clave.',
  },
} as const
