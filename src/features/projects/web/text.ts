import type { ProjectStatus } from '#features/projects/rules.ts'

export const projectStatusLabel: { readonly [status in ProjectStatus]: string } = {
  active: 'Activo',
  inactive: 'Inactivo',
}
