import { impliedBy, type Permission, permissions } from '#features/projects/rules.ts'
import { permissionLabel } from '#features/projects/text.ts'
import { Checkbox } from '#ui/fields/checkbox.tsx'

type PermissionsPanelProps = {
  /** Person or project of the group, for screen readers. */
  legend: string
  held: readonly Permission[]
  onChange: (held: Permission[]) => void
  /** Permissions that may not be changed here; `fixedBecause` gives the reason. */
  fixed?: readonly Permission[]
  fixedBecause?: ((permission: Permission) => string | undefined) | undefined
  className?: string
}

/** The five permissions. One that another includes is checked and cannot be removed alone. */
export function PermissionsPanel({ legend, held, onChange, ...props }: PermissionsPanelProps) {
  const { fixed = [], fixedBecause, className } = props
  const implied = impliedBy(held)
  const toggle = (permission: Permission) =>
    onChange(permissions.filter(each => held.includes(each) !== (each === permission)))
  return (
    <fieldset className={className}>
      <legend className="sr-only">{legend}</legend>
      {permissions.map(permission => {
        const isImplied = implied.includes(permission)
        const isFixed = fixed.includes(permission)
        return (
          <Checkbox
            key={permission}
            label={permissionLabel[permission]}
            checked={isImplied || held.includes(permission)}
            disabled={isImplied || isFixed}
            title={
              isFixed ? fixedBecause?.(permission) : isImplied ? 'Viene con los demás permisos' : undefined
            }
            onChange={() => toggle(permission)}
          />
        )
      })}
    </fieldset>
  )
}
