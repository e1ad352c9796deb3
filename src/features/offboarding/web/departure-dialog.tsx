import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { letPersonGoMutation } from '#features/offboarding/web/queries.ts'
import type { DepartureWire } from '#features/offboarding/wire.ts'
import type { PersonRowWire } from '#features/people/wire.ts'
import { roleLabel } from '#kernel/actor.ts'
import { refusalOf } from '#ui/action-link.tsx'
import { messageOf } from '#ui/api.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { Combobox } from '#ui/fields/combobox.tsx'
import { Select } from '#ui/fields/select.tsx'
import { useSubmission } from '#ui/fields/submission.ts'
import { Money } from '#ui/money.tsx'
import { notify } from '#ui/toast.ts'

type DepartureDialogProps = { person: PersonRowWire; departure: DepartureWire; onClose: () => void }
type Candidate = DepartureWire['candidates'][number]
type Seat = DepartureWire['seats'][number]
type Appointment = DepartureWire['appointments'][number]
type Chosen = { readonly [key: string]: string }

const keyOf = (left: Seat | Appointment) =>
  'approvalId' in left ? left.approvalId : `${left.projectId} ${left.task}`

/** Somebody who could have had the place from the beginning, of the project's client or of no client. */
const fits = ({ userId, clientId }: Candidate, left: Seat | Appointment) =>
  !left.unfitIds.includes(userId) && (clientId === null || clientId === left.clientId)

/** Before somebody is switched off: who takes over each order that waits for them, and what they were for. */
export function DepartureDialog({ person, departure, onClose }: DepartureDialogProps) {
  const { seats, appointments, candidates } = departure
  const [successorId, setSuccessor] = useState('')
  const { chosen, choose, chooseForAll, forAll } = useChoices(departure)
  const change = useMutation(letPersonGoMutation)
  const submission = useSubmission()
  const isNeeded = (left: Appointment) => left.isOnly && candidates.some(each => fits(each, left))
  const missing = [...seats, ...appointments.filter(isNeeded)].filter(left => !chosen[keyOf(left)]).length
  const needsSuccessor = departure.rules.length > 0 || departure.budget === 'only'
  const isLacking = missing > 0 || (needsSuccessor && successorId === '')
  const body = {
    successorId: successorId === '' ? null : successorId,
    seats: seats.map(({ approvalId }) => ({ approvalId, substituteId: chosen[approvalId] ?? '' })),
    appointments: appointments.flatMap(left => {
      const substituteId = chosen[keyOf(left)]
      return substituteId ? [{ projectId: left.projectId, task: left.task, substituteId }] : []
    }),
  }
  const send = async () => {
    await submission(body, key => change.mutateAsync({ userId: person.userId, body, key }))
    notify.success(`${person.name} ya no puede entrar${handedOver(seats.length)}`)
    onClose()
  }
  return (
    <FormDialog
      title={`Antes de desactivar a ${person.name}`}
      description="Hay trabajo que depende de esta persona. Elige quién se hace cargo: quien reciba una aprobación será aprobador del proyecto si esta persona lo era."
      submitLabel="Reasignar y desactivar"
      wire={{
        submit: async event => {
          event?.preventDefault()
          // What went wrong is shown below, from the mutation.
          await send().catch(() => {})
        },
        busy: change.isPending,
        failure: change.isError ? messageOf(change.error) : null,
      }}
      isDirty={Object.keys(chosen).length > 0 || successorId !== ''}
      refusal={
        refusalOf(departure.can.letGo) ?? (isLacking ? 'Elige quién se hace cargo de cada cosa' : undefined)
      }
      onClose={onClose}
    >
      <Combobox
        label="Una persona para todo"
        hint="Se propone donde puede sustituir; lo demás se elige abajo. Tú no apareces: de lo que alguien deja solo puede hacerte cargo otra persona administradora."
        optional
        options={candidates.map(optionOf)}
        value={forAll}
        onChange={userId => {
          chooseForAll(userId)
          setSuccessor(userId)
        }}
        placeholder="Busca por nombre o correo"
      />
      <ul aria-label="Lo que deja" className="grid grid-cols-1 gap-3 border-t pt-4">
        {seats.map(seat => (
          <li key={seat.approvalId}>
            <Choice
              label={`Aprueba ${seat.documentId} · ${seat.documentName}`}
              note={
                <>
                  <Money value={seat.amount} /> · {seat.projectName}
                </>
              }
              candidates={candidates.filter(each => fits(each, seat))}
              value={chosen[keyOf(seat)] ?? ''}
              onChange={userId => choose(keyOf(seat), userId)}
            />
          </li>
        ))}
        {appointments.map(left => (
          <li key={keyOf(left)}>
            <Choice
              label={`${left.task === 'approve' ? 'Aprueba' : 'Ejecuta'} en ${left.projectName}`}
              note={left.isOnly ? 'No hay nadie más que lo haga' : 'Otras personas ya lo hacen'}
              isOptional={!isNeeded(left)}
              candidates={candidates.filter(each => fits(each, left))}
              value={chosen[keyOf(left)] ?? ''}
              onChange={userId => choose(keyOf(left), userId)}
            />
          </li>
        ))}
      </ul>
      <InCompany {...{ departure, successorId }} isNeeded={needsSuccessor} onChange={setSuccessor} />
    </FormDialog>
  )
}

/** Who takes over what; one person for all of it takes what they can. */
function useChoices({ seats, appointments, candidates }: DepartureWire) {
  const [chosen, setChosen] = useState<Chosen>({})
  const [forAll, setForAll] = useState('')
  const choose = (key: string, userId: string) => setChosen(before => ({ ...before, [key]: userId }))
  const chooseForAll = (userId: string) => {
    setForAll(userId)
    const candidate = candidates.find(each => each.userId === userId)
    if (!candidate) return
    const taken = [...seats, ...appointments].filter(left => fits(candidate, left)).map(keyOf)
    setChosen(before => ({ ...before, ...Object.fromEntries(taken.map(key => [key, userId])) }))
  }
  return { chosen, choose, chooseForAll, forAll }
}

type InCompanyProps = {
  departure: DepartureWire
  successorId: string
  isNeeded: boolean
  onChange: (userId: string) => void
}

/** What they are for beyond any project: rules of the flow, the budget, and standing in for others. */
function InCompany({ departure, successorId, isNeeded, onChange }: InCompanyProps) {
  const { rules, isInDraft, budget, delegations, candidates } = departure
  const left = [
    ...(rules.length > 0 ? [`Reglas: ${rules.join(', ')}. Se publicará una versión nueva del flujo.`] : []),
    ...(isInDraft ? ['Está en el borrador del flujo.'] : []),
    ...(budget !== 'none' ? ['Es responsable de presupuesto.'] : []),
  ]
  return (
    <>
      {left.length > 0 && (
        <Choice
          label="Le sucede en el flujo y el presupuesto"
          note={left.join(' ')}
          isOptional={!isNeeded}
          candidates={candidates}
          value={successorId}
          onChange={onChange}
        />
      )}
      {delegations > 0 && <p className="text-ink-soft">Sus sustituciones terminan al desactivarla.</p>}
    </>
  )
}

const optionOf = ({ userId, name, email, role }: Candidate) => ({
  value: userId,
  label: name,
  detail: `${email} · ${roleLabel[role]}`,
})

const handedOver = (count: number) =>
  count === 0 ? '' : count === 1 ? ': un pedido reasignado' : `: ${count} pedidos reasignados`

type ChoiceProps = {
  label: string
  note: React.ReactNode
  isOptional?: boolean
  candidates: readonly Candidate[]
  value: string
  onChange: (userId: string) => void
}

function Choice({ label, note, isOptional = false, candidates, value, onChange }: ChoiceProps) {
  return (
    <Select
      label={label}
      hint={note}
      optional={isOptional}
      placeholder={isOptional ? 'Nadie' : 'Elige a alguien'}
      options={candidates.map(({ userId, name }) => ({ value: userId, label: name }))}
      value={value}
      onChange={event => onChange(event.target.value)}
    />
  )
}
