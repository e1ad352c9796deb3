import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { copyName } from '#features/flows/rules/later.ts'
import { swapped } from '#features/flows/rules/turns.ts'
import { rulesPerFlow } from '#features/flows/rules.ts'
import type { PublishRefusal } from '#features/flows/web/publish-dialog.tsx'
import type { FlowChoices } from '#features/flows/web/queries.ts'
import { RuleFieldsCard } from '#features/flows/web/rule-fields-card.tsx'
import { templateIcons } from '#features/flows/web/templates-panel.tsx'
import {
  type FindName,
  newRule,
  othersText,
  type RuleInput,
  ruleFrom,
  templates,
  templateText,
} from '#features/flows/web/text.ts'
import { newId } from '#kernel/ids.ts'
import type { Currency } from '#kernel/money.ts'
import { Button } from '#ui/button.tsx'
import { Menu } from '#ui/dialogs/menu.tsx'
import { notify } from '#ui/toast.ts'

type RulesPanelProps = {
  rules: readonly RuleInput[]
  /** Receives an updater of the current rules. */
  onChange: (next: (rules: readonly RuleInput[]) => RuleInput[]) => void
  /** Id of the rule that is open at first. */
  opens: string | undefined
  fieldError: (name: string) => string | undefined
  isWrong: (index: number) => boolean
  refusal: PublishRefusal | null
  choices: FlowChoices
  currency: Currency
}

/** Rules in order of priority. Opened rules, and rules with errors, show their fields. */
export function RulesPanel({
  rules,
  onChange,
  fieldError,
  refusal,
  choices,
  currency,
  ...props
}: RulesPanelProps) {
  const [open, setOpen] = useState<readonly string[]>(() => [
    ...(rules.length === 1 ? rules.map(ruleId) : []),
    ...(props.opens ? [props.opens] : []),
  ])
  const [announcement, setAnnouncement] = useState('')
  const hold = useHeldFocus()
  const findName = nameIn(choices)
  const add = (rule: RuleInput, at = rules.length) => {
    onChange(now => now.toSpliced(at, 0, rule))
    setOpen(ids => [...ids, rule.id])
  }
  const toggle = (id: string) =>
    setOpen(ids => (ids.includes(id) ? ids.filter(each => each !== id) : [...ids, id]))
  const move = (rule: RuleInput, index: number, by: 1 | -1) => {
    onChange(now => swapped(now, index, index + by))
    setAnnouncement(`${rule.name}: regla ${index + by + 1} de ${rules.length}`)
    hold(rule.id, by)
  }
  const remove = (rule: RuleInput, index: number) => {
    onChange(now => now.filter(({ id }) => id !== rule.id))
    notify.info(`Regla «${rule.name || index + 1}» quitada`, {
      action: { label: 'Deshacer', run: () => onChange(now => now.toSpliced(index, 0, rule)) },
    })
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      {rules.map((rule, index) => {
        const error = (name: string) => fieldError(`rules.${index}.${name}`)
        return (
          <RuleFieldsCard
            key={rule.id}
            rule={rule}
            index={index}
            choices={choices}
            findName={findName}
            currency={currency}
            count={rules.length}
            isOpen={open.includes(rule.id) || props.isWrong(index)}
            onToggle={() => toggle(rule.id)}
            onChange={next => onChange(now => now.map(each => (each.id === rule.id ? next : each)))}
            fieldError={error}
            refusal={refusal !== null && refusal.rule === rule.name ? refusal.text : null}
            actions={{
              onMove: by => move(rule, index, by),
              onCopy: () => add({ ...rule, id: newId(), name: copyName(rule.name) }, index + 1),
              onRemove: () => remove(rule, index),
            }}
          />
        )
      })}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <p className="rounded-lg border border-line border-dashed px-4 py-3 text-ink-soft">
        {othersText(rules.length)}
      </p>
      <AddButton isFull={rules.length >= rulesPerFlow} currency={currency} onAdd={add} />
    </div>
  )
}

const ruleId = ({ id }: RuleInput): string => id

type AddButtonProps = { isFull: boolean; currency: Currency; onAdd: (rule: RuleInput) => void }

function AddButton({ isFull, currency, onAdd }: AddButtonProps) {
  const full = isFull ? `Máximo ${rulesPerFlow} reglas` : undefined
  const button = (
    <Button icon={<Plus aria-hidden="true" />} refusal={full}>
      Añadir regla
    </Button>
  )
  if (isFull) return <div>{button}</div>
  const items = [
    { label: 'Regla vacía', icon: <Plus />, onSelect: () => onAdd(newRule()) },
    ...templates.map(template => ({
      label: templateText[template].label,
      icon: templateIcons[template],
      onSelect: () => onAdd(ruleFrom(template, currency)),
    })),
  ]
  return (
    <div>
      <Menu align="start" trigger={button} items={items} />
    </div>
  )
}

/** Keeps the focus on the button that moved a rule; at the end of the list, on the opposite one. */
function useHeldFocus() {
  const [moved, setMoved] = useState<{ id: string; by: 1 | -1 } | null>(null)
  useEffect(() => {
    if (moved === null) return
    const [wanted, other] = moved.by === -1 ? ['up', 'down'] : ['down', 'up']
    const button = (which: string) => document.getElementById(`${moved.id}-${which}`)
    const isOff = button(wanted)?.matches(':disabled') ?? true
    button(isOff ? other : wanted)?.focus()
  }, [moved])
  return (id: string, by: 1 | -1) => setMoved({ id, by })
}

function nameIn(choices: FlowChoices): FindName {
  const options = Object.values(choices).flatMap(choice => choice.options)
  const names = new Map(options.map(({ value, label }) => [value, label]))
  return id => names.get(id) ?? id
}
