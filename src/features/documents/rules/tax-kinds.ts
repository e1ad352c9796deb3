/** Kinds of tax and of withholding, in a module of their own: what only reads them does without the arithmetic. */
export const taxKinds = ['iva', 'igic', 'ipsi', 'recargo', 'exento', 'otro'] as const
export type TaxKind = (typeof taxKinds)[number]

export const withholdingKinds = ['irpf', 'otra'] as const
export type WithholdingKind = (typeof withholdingKinds)[number]
