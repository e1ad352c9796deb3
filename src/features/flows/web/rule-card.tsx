import { modeWords } from '#features/flows/text.ts'
import { PathPanel } from '#features/flows/web/path-panel.tsx'
import {
  approversText,
  capital,
  conditionsText,
  deputyText,
  type FindName,
  othersText,
  type RuleInput,
} from '#features/flows/web/text.ts'

type RulesProps = { rules: readonly RuleInput[]; findName: FindName; isNarrow?: boolean }

/** Rules in order of priority, read-only; the last row describes all other orders. */
export function RuleCards({ rules, findName, isNarrow = false }: RulesProps) {
  return (
    <ol aria-label="Reglas" className="grid grid-cols-1 gap-3">
      {rules.map((rule, index) => (
        <RuleCard key={rule.id} rule={rule} place={index + 1} findName={findName} isNarrow={isNarrow} />
      ))}
      <li className="rounded-lg border border-line border-dashed px-4 py-3 text-ink-soft">
        {othersText(rules.length)}
      </li>
    </ol>
  )
}

type RuleProps = { rule: RuleInput; place: number; findName: FindName; isNarrow: boolean }

function RuleCard({ rule, place, findName, isNarrow }: RuleProps) {
  const stages = rule.stages.map(stage => ({
    turn: stage.turn,
    name: stage.name,
    who: approversText(stage, findName),
    deputy: stage.deputy ? deputyText(stage.deputy, findName) : null,
    mode: capital(modeWords({ mode: stage.mode, quorum: stage.quorum ?? null })),
  }))
  return (
    <li className="grid grid-cols-1 gap-3 rounded-lg border border-line p-4">
      <div className="grid grid-cols-[auto_1fr] items-baseline gap-x-2.5">
        <span className="figures grid size-6 place-items-center rounded-full bg-sunken font-medium text-ink-soft text-xs">
          {place}
        </span>
        <h3 className="min-w-0 break-words font-semibold">{rule.name}</h3>
        <p className="col-start-2 break-words text-ink-soft">{conditionsText(rule.conditions, findName)}</p>
      </div>
      <PathPanel label={`Etapas de ${rule.name}`} stages={stages} isNarrow={isNarrow} />
    </li>
  )
}
