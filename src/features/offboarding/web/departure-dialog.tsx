import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { letPersonGoMutation } from '#features/offboarding/web/queries.ts'
import type { DepartureWire } from '#features/offboarding/wire.ts'
import type { PersonRowWire } from '#features/people/wire.ts'
import { roleLabel } from '#kernel/actor.ts'
import { refusalText } from '#ui/action-link.tsx'
import { failureMessage } from '#ui/api.ts'
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

const dutyKey = (duty: Seat | Appointment) =>
  'seatId' in duty ? duty.seatId : `${duty.projectId} ${duty.task}`

/** True when the candidate may take over the seat or duty: of the project's client or of none, and not excluded. */
const fits = ({ userId, clientId }: Candidate, duty: Seat | Appointment) =>
  !duty.unfitIds.includes(userId) && (clientId === null || clientId === duty.clientId)

/** Offboarding of a person: a substitute for each open seat and duty, before the deactivation. */
export function DepartureDialog({ person, departure, onClose }: DepartureDialogProps) {
  const { seats, appointments, candidates } = departure
  const [successorId, setSuccessor] = useState('')
  const { chosen, choose, chooseForAll, forAll } = useChoices(departure)
  const change = useMutation(letPersonGoMutation)
  const submission = useSubmission()
  const isNeeded = (duty: Appointment) => duty.isOnly && candidates.some(each => fits(each, duty))
  const missing = [...seats, ...appointments.filter(isNeeded)].filter(duty => !chosen[dutyKey(duty)]).length
  const needsSuccessor = departure.rules.length > 0 || departure.budget === 'only'
  const isLacking = missing > 0 || (needsSuccessor && successorId === '')
  const body = {
    successorId: successorId === '' ? null : successorId,
    seats: seats.map(({ seatId }) => ({ seatId, substituteId: chosen[seatId] ?? '' })),
    appointments: appointments.flatMap(duty => {
      const substituteId = chosen[dutyKey(duty)]
      return substituteId ? [{ projectId: duty.projectId, task: duty.task, substituteId }] : []
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
          // The failure is shown below, from the mutation.
          await send().catch(() => {})
        },
        busy: change.isPending,
        failure: change.isError ? failureMessage(change.error) : null,
      }}
      isDirty={Object.keys(chosen).length > 0 || successorId !== ''}
      refusal={
        refusalText(departure.can.letGo) ?? (isLacking ? 'Elige quién se hace cargo de cada cosa' : undefined)
      }
      onClose={onClose}
    >
      <Combobox
        label="Una persona para todo"
        hint="Se propone donde puede sustituir; lo demás se elige abajo. Tú no apareces: lo que alguien deja solo puede pasártelo otra persona administradora."
        optional
        options={candidates.map(toOption)}
        value={forAll}
        onChange={userId => {
          chooseForAll(userId)
          setSuccessor(userId)
        }}
        placeholder="Busca por nombre o correo"
      />
      <ul aria-label="Lo que deja" className="grid grid-cols-1 gap-3 border-t pt-4">
        {seats.map(seat => (
          <li key={seat.seatId}>
            <Choice
              label={`Aprueba ${seat.documentId} · ${seat.documentName}`}
              note={
                <>
                  <Money value={seat.amount} /> · {seat.projectName}
                </>
              }
              candidates={candidates.filter(each => fits(each, seat))}
              value={chosen[dutyKey(seat)] ?? ''}
              onChange={userId => choose(dutyKey(seat), userId)}
            />
          </li>
        ))}
        {appointments.map(duty => (
          <li key={dutyKey(duty)}>
            <Choice
              label={`${duty.task === 'approve' ? 'Aprueba' : 'Ejecuta'} en ${duty.projectName}`}
              note={duty.isOnly ? 'No hay nadie más que lo haga' : 'Otras personas ya lo hacen'}
              isOptional={!isNeeded(duty)}
              candidates={candidates.filter(each => fits(each, duty))}
              value={chosen[dutyKey(duty)] ?? ''}
              onChange={userId => choose(dutyKey(duty), userId)}
            />
          </li>
        ))}
      </ul>
      <InCompany
        departure={departure}
        successorId={successorId}
        isNeeded={needsSuccessor}
        onChange={setSuccessor}
      />
    </FormDialog>
  )
}

/** Chosen substitutes by seat or duty; one person chosen for all takes every one that they may. */
function useChoices({ seats, appointments, candidates }: DepartureWire) {
  const [chosen, setChosen] = useState<Chosen>({})
  const [forAll, setForAll] = useState('')
  const choose = (key: string, userId: string) => setChosen(before => ({ ...before, [key]: userId }))
  const chooseForAll = (userId: string) => {
    setForAll(userId)
    const candidate = candidates.find(each => each.userId === userId)
    if (!candidate) return
    const taken = [...seats, ...appointments].filter(duty => fits(candidate, duty)).map(dutyKey)
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

/** Duties in the whole company: rules of the flow, budget, and delegations. */
function InCompany({ departure, successorId, isNeeded, onChange }: InCompanyProps) {
  const { rules, isInDraft, budget, delegations, candidates } = departure
  const notes = [
    ...(rules.length > 0 ? [`Reglas: ${rules.join(', ')}. Se publicará una versión nueva del flujo.`] : []),
    ...(isInDraft ? ['Está en el borrador del flujo.'] : []),
    ...(budget !== 'none' ? ['Es responsable de presupuesto.'] : []),
  ]
  return (
    <>
      {notes.length > 0 && (
        <Choice
          label="Le sucede en el flujo y el presupuesto"
          note={notes.join(' ')}
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

const toOption = ({ userId, name, email, role }: Candidate) => ({
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
