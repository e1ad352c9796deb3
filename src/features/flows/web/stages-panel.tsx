import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { isTogether, joined, moved, without } from '#features/flows/rules/turns.ts'
import { stagesPerRule } from '#features/flows/rules.ts'
import type { FlowChoices } from '#features/flows/web/queries.ts'
import { StagePanel } from '#features/flows/web/stage-panel.tsx'
import { newStage, ordinal, type StageInput } from '#features/flows/web/text.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { FieldError } from '#ui/fields/field.tsx'

type StagesPanelProps = {
  stages: readonly StageInput[]
  onChange: (stages: StageInput[]) => void
  fieldError: (name: string) => string | undefined
  choices: FlowChoices
}

/** Stages of a rule in the order in which they open. */
export function StagesPanel({ stages, onChange, fieldError, choices }: StagesPanelProps) {
  const isFull = stages.length >= stagesPerRule
  const last = stages.at(-1)?.turn ?? 0
  const error = fieldError('')
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3">
      <legend className="mb-2 font-medium text-sm">Etapas</legend>
      <ol className="grid grid-cols-1 gap-3">
        {stages.map((stage, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: stages are known by their place alone
            key={index}
            className="grid grid-cols-1 gap-3 rounded-lg border border-line bg-page p-3 sm:p-4"
          >
            <StageHead
              stage={stage}
              index={index}
              count={stages.length}
              onMove={by => onChange(moved(stages, index, by))}
              onRemove={() => onChange(without(stages, index))}
            />
            {index > 0 && (
              <Checkbox
                label="En paralelo con la anterior"
                note="Se abren a la vez. Si no, espera a que la anterior esté aprobada."
                checked={isTogether(stages, index)}
                onChange={event => onChange(joined(stages, index, event.target.checked))}
              />
            )}
            <StagePanel
              stage={stage}
              onChange={next => onChange(stages.with(index, next))}
              fieldError={name => fieldError(`${index}.${name}`)}
              people={choices.people}
            />
          </li>
        ))}
      </ol>
      {error && <FieldError>{error}</FieldError>}
      <div>
        <Button
          size="sm"
          icon={<Plus aria-hidden="true" />}
          refusal={isFull ? `Máximo ${stagesPerRule} etapas` : undefined}
          onClick={() => onChange([...stages, newStage(last + 1)])}
        >
          Añadir etapa
        </Button>
      </div>
    </fieldset>
  )
}

type StageHeadProps = {
  stage: StageInput
  index: number
  count: number
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

function StageHead({ stage, index, count, onMove, onRemove }: StageHeadProps) {
  const called = `la etapa ${index + 1}`
  return (
    <div className="flex items-center justify-between gap-2">
      <p className="flex items-baseline gap-2 font-medium">
        <span className="figures rounded-full bg-accent-soft px-2 py-0.5 text-accent text-xs">
          {ordinal(stage.turn)}
        </span>
        <span className="min-w-0 break-words">{stage.name || 'Nueva etapa'}</span>
      </p>
      {count > 1 && (
        <div className="flex shrink-0">
          <Button
            variant="quiet"
            size="icon"
            title="Antes"
            disabled={index === 0}
            aria-label={`Subir ${called}`}
            icon={<ArrowUp aria-hidden="true" />}
            onClick={() => onMove(-1)}
          />
          <Button
            variant="quiet"
            size="icon"
            title="Después"
            disabled={index === count - 1}
            aria-label={`Bajar ${called}`}
            icon={<ArrowDown aria-hidden="true" />}
            onClick={() => onMove(1)}
          />
          <Button
            variant="quiet"
            size="icon"
            title="Quitar"
            aria-label={`Quitar ${called}`}
            icon={<Trash2 aria-hidden="true" />}
            onClick={onRemove}
          />
        </div>
      )}
    </div>
  )
}
