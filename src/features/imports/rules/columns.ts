/** Kinds of file that can be imported, the columns of each, and which column of a file is which. */
import { fold } from '#kernel/text.ts'

export const importKinds = ['providers', 'clients', 'people', 'contracts', 'projects', 'orders'] as const
export type ImportKind = (typeof importKinds)[number]

export type ImportColumn = {
  /** Name of the field in the call that makes one by hand. */
  readonly field: string
  readonly heading: string
  /** Other headings under which people keep it. */
  readonly alsoCalled: readonly string[]
  readonly isRequired: boolean
  /** Text in the template's row. */
  readonly example: string
}

const column = (
  field: string,
  heading: string,
  example: string,
  more: { readonly alsoCalled?: readonly string[]; readonly isRequired?: boolean } = {},
): ImportColumn => ({ field, heading, example, alsoCalled: [], isRequired: false, ...more })

const nif = ['CIF', 'CIF/NIF', 'NIF/CIF', 'DNI', 'Identificación fiscal', 'VAT']
const mail = ['Correo', 'Email', 'E-mail', 'Mail', 'Dirección de correo']
const phone = ['Tel', 'Tlf', 'Móvil', 'Teléfono de contacto']
const company = ['Razón social', 'Empresa', 'Denominación']

export const importColumns: { readonly [kind in ImportKind]: readonly ImportColumn[] } = {
  providers: [
    column('name', 'Nombre', 'Materiales Ejemplo, S.L.', {
      alsoCalled: [...company, 'Proveedor'],
      isRequired: true,
    }),
    column('taxId', 'NIF', 'B12345674', { alsoCalled: nif }),
    column('email', 'Correo electrónico', 'facturas@materiales.example', { alsoCalled: mail }),
    column('phone', 'Teléfono', '600 111 222', { alsoCalled: phone }),
    column('iban', 'IBAN', 'ES91 2100 0418 4502 0005 1332', { alsoCalled: ['Cuenta', 'Cuenta bancaria'] }),
    column('bic', 'BIC', '', { alsoCalled: ['SWIFT', 'BIC/SWIFT'] }),
    column('paymentTerms', 'Plazo de pago', '30 días', {
      alsoCalled: ['Condiciones de pago', 'Plazos de pago', 'Plazo'],
    }),
    column('payDays', 'Días de pago', '', { alsoCalled: ['Día de pago', 'Días de pago fijos'] }),
    column('clients', 'Clientes', '', { alsoCalled: ['Cliente', 'Asignado a'] }),
    column('reason', 'Motivo de cuenta repetida', '', { alsoCalled: ['Motivo'] }),
  ],
  clients: [
    column('name', 'Nombre', 'Promotora Ejemplo, S.A.', {
      alsoCalled: [...company, 'Cliente'],
      isRequired: true,
    }),
    column('email', 'Correo electrónico', 'administracion@promotora.example', {
      alsoCalled: mail,
      isRequired: true,
    }),
    column('taxId', 'NIF', 'A58818501', { alsoCalled: nif }),
    column('phone', 'Teléfono', '910 222 333', { alsoCalled: phone }),
  ],
  people: [
    column('name', 'Nombre', 'Lucía', { isRequired: true }),
    column('lastName', 'Apellidos', 'Ejemplo Prieto', { alsoCalled: ['Apellido'], isRequired: true }),
    column('email', 'Correo electrónico', 'lucia@empresa.example', { alsoCalled: mail, isRequired: true }),
    column('role', 'Rol', 'Aprobador', { alsoCalled: ['Perfil', 'Tipo'], isRequired: true }),
    column('client', 'Cliente', '', { alsoCalled: ['Nombre del cliente'] }),
    column('provider', 'Proveedor', '', { alsoCalled: ['Nombre del proveedor'] }),
  ],
  contracts: [
    column('description', 'Descripción', 'Suministro de hormigón 2026', {
      alsoCalled: ['Contrato', 'Número', 'Nº de contrato', 'Número de contrato', 'Nombre', 'Objeto'],
      isRequired: true,
    }),
    column('client', 'Cliente', 'Promotora Ejemplo, S.A.', {
      alsoCalled: ['NIF del cliente', 'Nombre del cliente'],
      isRequired: true,
    }),
    column('provider', 'Proveedor', 'B12345674', {
      alsoCalled: ['NIF del proveedor', 'Nombre del proveedor'],
    }),
    column('total', 'Monto total', '120.000,00', {
      alsoCalled: ['importe', 'importetotal', 'Total', 'Monto', 'Presupuesto'],
      isRequired: true,
    }),
    column('opening', 'Consumido antes', '', {
      alsoCalled: ['Consumido', 'Saldo inicial', 'Ejecutado', 'Gastado', 'Ya consumido'],
    }),
    column('startsOn', 'Inicio', '01/01/2026', {
      alsoCalled: ['Fecha de inicio', 'Desde'],
      isRequired: true,
    }),
    column('endsOn', 'Fin', '31/12/2027', {
      alsoCalled: ['Fecha de fin', 'Hasta', 'Vencimiento'],
      isRequired: true,
    }),
    column('currency', 'Moneda', 'EUR', { alsoCalled: ['Divisa'] }),
    column('type', 'Tipo', 'Proveedor'),
    column('overrunPolicy', 'Al superar lo disponible', 'Avisar', { alsoCalled: ['Si se excede', 'Exceso'] }),
    column('toleranceRate', 'Tolerancia %', '5', { alsoCalled: ['Tolerancia'] }),
    column('toleranceAmount', 'Tolerancia en monto', ''),
    column('chargeBasis', 'Cada pedido consume', 'Total de la factura', { alsoCalled: ['Consume'] }),
    column('paymentTerms', 'Plazo de pago', '', {
      alsoCalled: ['Condiciones de pago', 'Plazos de pago', 'Plazo'],
    }),
    column('payDays', 'Días de pago', '', { alsoCalled: ['Día de pago', 'Días de pago fijos'] }),
    column('conditions', 'Condiciones', '', { alsoCalled: ['Observaciones', 'Notas'] }),
  ],
  projects: [
    column('name', 'Nombre', 'Torre Norte', {
      alsoCalled: ['Proyecto', 'Obra', 'Nombre del proyecto'],
      isRequired: true,
    }),
    column('contracts', 'Contratos', 'Suministro de hormigón 2026', {
      alsoCalled: ['Contrato', 'Nº de contrato'],
      isRequired: true,
    }),
    column('client', 'Cliente', 'Promotora Ejemplo, S.A.', {
      alsoCalled: ['NIF del cliente', 'Nombre del cliente'],
    }),
    column('total', 'Monto total', '', {
      alsoCalled: ['importe', 'importetotal', 'Total', 'Monto', 'Presupuesto'],
    }),
    column('approvers', 'Aprobadores', 'lucia@empresa.example', {
      alsoCalled: ['Aprobador', 'Aprueba', 'Aprueban'],
    }),
    column('executors', 'Ejecutores', '', { alsoCalled: ['Ejecutor', 'Ejecuta', 'Ejecutan'] }),
    column('requesters', 'Solicitantes', '', { alsoCalled: ['Solicitante', 'Pide', 'Piden'] }),
    column('description', 'Descripción', '', { alsoCalled: ['Observaciones', 'Notas'] }),
  ],
  orders: [
    column('name', 'Concepto', 'Hormigón de la cimentación', {
      alsoCalled: ['Nombre', 'Pedido', 'Asunto'],
      isRequired: true,
    }),
    column('project', 'Proyecto', 'Torre Norte', { alsoCalled: ['Obra'], isRequired: true }),
    column('provider', 'Proveedor', 'B12345674', {
      alsoCalled: ['Emisor', 'Proveedor/Emisor', 'NIF del proveedor', 'Nombre del proveedor'],
      isRequired: true,
    }),
    column('type', 'Tipo', 'Pago', { alsoCalled: ['Clase'] }),
    column('amount', 'Monto total', '1.210,00', {
      alsoCalled: ['importe', 'importetotal', 'Total', 'Monto', 'Total factura'],
    }),
    column('base', 'Base imponible', '1.000,00', { alsoCalled: ['Base'] }),
    column('vat', 'IVA %', '21', { alsoCalled: ['IVA', 'Tipo de IVA'] }),
    column('irpf', 'IRPF %', '', { alsoCalled: ['IRPF', 'Retención', 'Retención %'] }),
    column('currency', 'Moneda', 'EUR', { alsoCalled: ['Divisa'] }),
    column('contract', 'Contrato', '', { alsoCalled: ['Nº de contrato'] }),
    column('costCentre', 'Centro de coste', '', { alsoCalled: ['Centro', 'CeCo', 'Código de centro'] }),
    column('invoiceNumber', 'Número de factura', 'F-2026/014', {
      alsoCalled: ['Factura', 'Nº de factura', 'Nº factura'],
    }),
    column('invoiceDate', 'Fecha de factura', '15/01/2026', { alsoCalled: ['Fecha'] }),
    column('dueOn', 'Vencimiento', '15/03/2026', { alsoCalled: ['Fecha de vencimiento', 'Vence'] }),
    column('requester', 'Solicitante', '', {
      alsoCalled: ['Pedido por', 'Lo pide', 'Correo del solicitante'],
    }),
    column('description', 'Descripción', '', { alsoCalled: ['Observaciones', 'Notas'] }),
    column('reason', 'Motivo de repetición', '', { alsoCalled: ['Motivo'] }),
  ],
}

/** Column of each field that has one, counted from 0. */
export type ChosenColumns = { readonly [field: string]: number }

/** Headings alike but for capitals, accents, spaces and signs. */
const plain = (heading: string): string => fold(heading).replace(/[^\p{L}\p{N}]/gu, '')

/** The columns that headings name, by their own names first; one column is of one field. */
export function matchColumns(kind: ImportKind, headings: readonly string[]): ChosenColumns {
  const found = headings.map(plain)
  const chosen = new Map<string, number>()
  const taken = new Set<number>()
  const choose = (field: string, names: readonly string[]) => {
    const at = found.findIndex((name, index) => !taken.has(index) && names.map(plain).includes(name))
    if (at < 0 || chosen.has(field)) return
    chosen.set(field, at)
    taken.add(at)
  }
  for (const { field, heading } of importColumns[kind]) choose(field, [heading])
  for (const { field, alsoCalled } of importColumns[kind]) choose(field, alsoCalled)
  return Object.fromEntries(chosen)
}

/** Fields of the choice that the kind has, each with a column of the file, and no column twice. */
export function soundColumns(kind: ImportKind, headings: readonly string[], chosen: ChosenColumns): boolean {
  const fields = new Set(importColumns[kind].map(({ field }) => field))
  const places = Object.values(chosen)
  return (
    Object.keys(chosen).every(field => fields.has(field)) &&
    places.every(place => Number.isInteger(place) && place >= 0 && place < headings.length) &&
    new Set(places).size === places.length
  )
}

/** Headings of the fields that are needed and have no column. */
export const missingColumns = (kind: ImportKind, chosen: ChosenColumns): string[] =>
  importColumns[kind]
    .filter(({ field, isRequired }) => isRequired && chosen[field] === undefined)
    .map(({ heading }) => heading)
