import { useId } from 'react'
import { scopeLabel } from '#features/tokens/text/scopes.ts'
import { readingScopes, scopeGroups } from '#features/tokens/web/text.ts'
import type { TokenScope } from '#kernel/token-scope.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { FieldError } from '#ui/fields/field.tsx'

type ScopesPanelProps = {
  offered: readonly TokenScope[]
  chosen: readonly TokenScope[]
  onChange: (scopes: TokenScope[]) => void
  error?: string | undefined
}

/** Scopes of a token, in groups, each with the word by which programs call it. */
export function ScopesPanel({ offered, chosen, onChange, error }: ScopesPanelProps) {
  const id = useId()
  const toggle = (scope: TokenScope) =>
    onChange(chosen.includes(scope) ? chosen.filter(each => each !== scope) : [...chosen, scope])
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-4" aria-describedby={error ? id : undefined}>
      <legend className="mb-1.5 font-medium text-sm">Qué puede hacer</legend>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => onChange(offered.filter(scope => readingScopes.includes(scope)))}>
          Solo ver
        </Button>
        <Button size="sm" variant="quiet" onClick={() => onChange([])}>
          Ninguno
        </Button>
      </div>
      {error && <FieldError id={id}>{error}</FieldError>}
      {scopeGroups(offered).map(({ label, scopes }) => (
        <fieldset key={label} className="grid min-w-0 grid-cols-1 gap-1.5">
          <legend className="mb-1 text-ink-soft text-sm">{label}</legend>
          {scopes.map(scope => (
            <Checkbox
              key={scope}
              label={scopeLabel[scope]}
              note={<span className="font-mono">{scope}</span>}
              checked={chosen.includes(scope)}
              onChange={() => toggle(scope)}
            />
          ))}
        </fieldset>
      ))}
    </fieldset>
  )
}
