import { ArrowDown, ArrowUp, ChevronDown, Copy, Trash2 } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { ConditionsPanel } from '#features/flows/web/conditions-panel.tsx'
import type { FlowChoices } from '#features/flows/web/queries.ts'
import { StagesPanel } from '#features/flows/web/stages-panel.tsx'
import { type FindName, type RuleInput, ruleText } from '#features/flows/web/text.ts'
import type { Currency } from '#kernel/money.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { classes } from '#ui/classes.ts'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { TextField } from '#ui/fields/text-field.tsx'

export type RuleActions = {
  onMove: (by: 1 | -1) => void
  onCopy: () => void
  onRemove: () => void
}

type RuleFieldsCardProps = {
  rule: RuleInput
  index: number
  count: number
  isOpen: boolean
  onToggle: () => void
  onChange: (rule: RuleInput) => void
  actions: RuleActions
  fieldError: (name: string) => string | undefined
  /** Reason why the rule cannot be published. */
  refusal: string | null
  choices: FlowChoices
  findName: FindName
  currency: Currency
}

/** Editor of a rule: its meaning in a sentence and, when open, its fields. */
export function RuleFieldsCard(props: RuleFieldsCardProps) {
  const { rule, index, isOpen, onToggle, onChange, fieldError, refusal } = props
  const id = useId()
  return (
    <Card aria-labelledby={`${id}-name`} className={classes(refusal && 'border-negative')}>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2 p-4">
        <span className="figures mt-0.5 grid size-6 shrink-0 place-items-center rounded-full bg-accent-soft font-medium text-accent text-xs">
          {index + 1}
        </span>
        <div className="min-w-0 flex-1 basis-48">
          <h2 id={`${id}-name`} className="break-words font-semibold text-base">
            {rule.name.trim() || 'Regla sin nombre'}
          </h2>
          <p className="mt-0.5 break-words text-ink-soft text-sm">{ruleText(rule, props.findName)}</p>
        </div>
        <RuleButtons {...props} panelId={`${id}-fields`} onToggle={onToggle} />
      </div>
      {refusal && (
        <div className="px-4 pb-4">
          <FormFailure message={refusal} />
        </div>
      )}
      {isOpen && (
        <div id={`${id}-fields`} className="grid grid-cols-1 gap-6 border-t p-4 sm:p-5">
          <TextField
            label="Nombre de la regla"
            autoComplete="off"
            value={rule.name}
            onChange={event => onChange({ ...rule, name: event.target.value })}
            error={fieldError('name')}
          />
          <ConditionsPanel
            value={rule.conditions}
            onChange={conditions => onChange({ ...rule, conditions })}
            fieldError={name => fieldError(`conditions.${name}`)}
            choices={props.choices}
            currency={props.currency}
          />
          <StagesPanel
            stages={rule.stages}
            onChange={stages => onChange({ ...rule, stages })}
            fieldError={name => fieldError(name === '' ? 'stages' : `stages.${name}`)}
            choices={props.choices}
          />
        </div>
      )}
    </Card>
  )
}

type RuleActionsProps = Pick<
  RuleFieldsCardProps,
  'rule' | 'index' | 'count' | 'isOpen' | 'onToggle' | 'actions'
>

function RuleButtons({
  rule,
  index,
  count,
  isOpen,
  onToggle,
  actions,
  panelId,
}: RuleActionsProps & { panelId: string }) {
  const called = rule.name.trim() === '' ? `la regla ${index + 1}` : rule.name.trim()
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-1 max-sm:w-full max-sm:justify-end">
      <Deed
        id={`${rule.id}-up`}
        label={`Subir ${called}`}
        isOff={index === 0}
        onClick={() => actions.onMove(-1)}
      >
        <ArrowUp aria-hidden="true" />
      </Deed>
      <Deed
        id={`${rule.id}-down`}
        label={`Bajar ${called}`}
        isOff={index === count - 1}
        onClick={() => actions.onMove(1)}
      >
        <ArrowDown aria-hidden="true" />
      </Deed>
      <Deed label={`Duplicar ${called}`} onClick={actions.onCopy}>
        <Copy aria-hidden="true" />
      </Deed>
      <Deed label={`Quitar ${called}`} onClick={actions.onRemove}>
        <Trash2 aria-hidden="true" />
      </Deed>
      <Button
        size="sm"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        aria-label={`${isOpen ? 'Plegar' : 'Editar'} ${called}`}
        icon={<ChevronDown aria-hidden="true" className={classes('transition', isOpen && 'rotate-180')} />}
        onClick={onToggle}
      >
        {isOpen ? 'Plegar' : 'Editar'}
      </Button>
    </div>
  )
}

type DeedProps = {
  id?: string
  label: string
  isOff?: boolean
  onClick: () => void
  children: ReactNode
}

function Deed({ id, label, isOff = false, onClick, children }: DeedProps) {
  return (
    <Button
      {...(id && { id })}
      variant="quiet"
      size="icon"
      aria-label={label}
      title={label}
      disabled={isOff}
      icon={children}
      onClick={onClick}
    />
  )
}
