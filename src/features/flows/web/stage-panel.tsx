import { peoplePerStage } from '#features/flows/rules.ts'
import { DeputyPanel } from '#features/flows/web/deputy-panel.tsx'
import { pickerProps } from '#features/flows/web/places-panel.tsx'
import type { Choices } from '#features/flows/web/queries.ts'
import { approversLabel, modeLabel, type StageInput, tooManyText } from '#features/flows/web/text.ts'
import { MultiPicker } from '#ui/fields/multi-picker.tsx'
import { Select } from '#ui/fields/select.tsx'
import { TextField } from '#ui/fields/text-field.tsx'

type StagePanelProps = {
  stage: StageInput
  onChange: (stage: StageInput) => void
  fieldError: (name: string) => string | undefined
  people: Choices
}

/** Fields of a stage: its name, approvers, number of approvals needed, and deputy. */
export function StagePanel({ stage, onChange, fieldError, people }: StagePanelProps) {
  const { approvers, mode } = stage
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <TextField
        label="Nombre de la etapa"
        autoComplete="off"
        value={stage.name}
        onChange={event => onChange({ ...stage, name: event.target.value })}
        error={fieldError('name')}
      />
      <Select
        label="Quién aprueba"
        value={approvers.kind}
        onChange={event => onChange({ ...stage, approvers: approversFrom(event.target.value) })}
        options={toOptions(approversLabel)}
      />
      {approvers.kind === 'users' && (
        <MultiPickerOfPeople
          userIds={approvers.userIds}
          onChange={userIds => onChange({ ...stage, approvers: { kind: 'users', userIds } })}
          error={fieldError('approvers.userIds')}
          people={people}
        />
      )}
      <Select
        label="Cuántos aprueban"
        value={mode}
        onChange={event => onChange({ ...stage, ...modeFrom(event.target.value) })}
        options={toOptions(modeLabel)}
      />
      {mode === 'quorum' && (
        <TextField
          label="Aprobaciones necesarias"
          type="number"
          inputMode="numeric"
          min={1}
          max={peoplePerStage}
          value={stage.quorum ?? ''}
          onChange={event => onChange({ ...stage, quorum: countFrom(event.target.value) })}
          error={tooManyText(stage) ?? fieldError('quorum')}
        />
      )}
      <DeputyPanel
        deputy={stage.deputy ?? null}
        onChange={deputy => onChange({ ...stage, deputy })}
        fieldError={fieldError}
        people={people}
      />
    </div>
  )
}

type PeopleProps = {
  userIds: readonly string[]
  onChange: (userIds: string[]) => void
  error: string | undefined
  people: Choices
}

function MultiPickerOfPeople({ userIds, onChange, error, people }: PeopleProps) {
  return (
    <div className="sm:col-span-2">
      <MultiPicker
        label="Personas"
        hint="Quien pide un pedido no lo aprueba, aunque se le nombre aquí."
        values={userIds}
        onChange={onChange}
        error={error}
        {...pickerProps(people, 'Aún no hay a quién nombrar.')}
      />
    </div>
  )
}

const toOptions = (labels: { readonly [value: string]: string }) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

function approversFrom(kind: string): StageInput['approvers'] {
  if (kind === 'project_approvers' || kind === 'permission_holders') return { kind }
  return { kind: 'users', userIds: [] }
}

function modeFrom(mode: string): Pick<StageInput, 'mode' | 'quorum'> {
  if (mode === 'quorum') return { mode, quorum: 2 }
  return { mode: mode === 'all' ? 'all' : 'any', quorum: null }
}

const countFrom = (text: string): number | null => (text === '' ? null : Number(text))
