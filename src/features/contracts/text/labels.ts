/** Spanish words of the types and states of contracts, apart from those of refusals. */
export const contractTypeLabel = { cliente: 'Cliente', proveedor: 'Proveedor' } as const
export const contractStatusLabel = {
  active: 'Activo',
  completed: 'Completado',
  inactive: 'Inactivo',
} as const
