/** Spanish words of received invoices: why a file is not read, and what a person has to look at. */
import type { BreakdownProblem } from '#features/documents/rules/breakdown.ts'
import type { ClaimedField, Finding, FindingKind } from '#features/invoices/rules/checks.ts'
import type { Claim, UnbrokenReason } from '#features/invoices/rules/received.ts'
import type { UnreadableKind } from '#features/invoices/rules/unreadable.ts'
import { type RefusalWords, refusalTexts } from '#kernel/ability.ts'
import { formatDay } from '#kernel/day.ts'
import { ibanText } from '#kernel/iban.ts'
import { type Currency, formatMoney, money } from '#kernel/money.ts'

const unreadableWords: RefusalWords<UnreadableKind> = {
  empty: 'El archivo está vacío.',
  too_large: 'El archivo es demasiado grande: el máximo son 10 MB.',
  unknown_kind: 'El archivo no es una factura que sepamos leer: se admiten XML, PDF, JPEG y PNG.',
  xml_malformed: 'El XML está mal formado y no se puede leer.',
  xml_encoding: 'Las letras del XML no son las de la codificación que declara.',
  xml_with_dtd: 'El XML lleva una definición de tipo de documento (DTD), que no se admite por seguridad.',
  xml_too_large: 'El XML tiene demasiados elementos o demasiados niveles.',
  takes_too_long: 'El archivo tarda demasiado en leerse.',
  too_much_memory: 'El archivo necesita demasiada memoria para leerse.',
  engine_failed: 'El archivo no se ha podido leer.',
  other_xml: 'El XML no es una factura Facturae, UBL ni CII.',
  old_version: ({ facts }) => `La versión ${facts?.version} de ${facts?.format} no se admite.`,
  many_invoices: ({ facts }) => `El archivo lleva ${facts?.count} facturas: envía cada una en el suyo.`,
  incomplete: ({ facts }) => `A la factura le falta un dato obligatorio: ${facts?.field}.`,
  unknown_currency: ({ facts }) => `La divisa ${facts?.currency} no se admite.`,
  mixed_currencies: 'La factura mezcla divisas en sus totales.',
  not_an_amount: ({ facts }) => `Donde debía haber un monto dice «${facts?.text}».`,
  too_many_decimals: ({ facts }) =>
    `El monto ${facts?.text} tiene más decimales de los que admite su divisa.`,
  amount_too_long: ({ facts }) => `El monto ${facts?.text} es demasiado grande.`,
  negative_credit_note: 'El abono tiene un total negativo: no se sabe si abona o si cobra.',
  pdf_locked: 'El PDF está protegido con contraseña.',
  pdf_broken: 'El PDF está dañado y no se puede abrir.',
  nothing_found: 'El PDF no lleva factura electrónica, código QR ni texto que se pueda leer.',
  picture_too_large: 'La imagen es demasiado grande.',
  picture_broken: 'La imagen está dañada y no se puede abrir.',
  picture_without_qr: 'En la imagen no se ve ningún código QR de factura.',
  archive: 'El archivo es un ZIP: se leen por separado los archivos que lleva dentro.',
}

export const unreadableTexts = refusalTexts(unreadableWords)

const unbrokenWords: { readonly [reason in UnbrokenReason]: string } = {
  not_in_file: 'La factura no dice de qué impuestos se compone.',
  many_lines: 'La factura tiene más líneas de impuestos de las que caben en el desglose.',
  many_withholdings: 'La factura tiene varias retenciones y el desglose admite una.',
  odd_rate: 'La factura tiene un tipo de impuesto que el desglose no puede decir.',
  retained_guarantee: 'La factura retiene una garantía que el desglose no puede decir.',
}

const claimedBy: { readonly [from in Claim['from']]: string } = {
  qr: 'El código QR',
  text: 'El texto del PDF',
}

const claimedWhat: { readonly [field in ClaimedField]: string } = {
  issuerTaxId: 'otro NIF del emisor',
  number: 'otro número de factura',
  issuedOn: 'otra fecha',
  total: 'otro total',
}

const named = ({ name, taxId }: { readonly name: string | null; readonly taxId: string | null }): string =>
  name !== null && taxId !== null ? `${name} (${taxId})` : (name ?? taxId ?? '')

/** Words of what lives elsewhere: `breakdownIssue` of the documents. */
export type FindingWords = {
  readonly currency: Currency
  readonly breakdownIssue: (problem: BreakdownProblem) => string
}

type Of<Kind extends FindingKind> = Extract<Finding, { readonly kind: Kind }>

const sentences: {
  readonly [kind in FindingKind]: (finding: Of<kind>, words: FindingWords) => string
} = {
  breakdown: ({ problem }, { breakdownIssue }) => breakdownIssue(problem),
  not_broken_down: ({ reason }) => unbrokenWords[reason],
  payable_differs: ({ statedMinor, expectedMinor }, { currency }) =>
    `La factura pide pagar ${amount(statedMinor, currency)} y de su total salen ${amount(expectedMinor, currency)}.`,
  dues_differ: ({ statedMinor, expectedMinor }, { currency }) =>
    `Los vencimientos suman ${amount(statedMinor, currency)} y quedan por pagar ${amount(expectedMinor, currency)}.`,
  nothing_due: () => 'No queda nada por pagar: la factura dice que ya está pagada.',
  credit_note: () => 'Es un abono: reduce lo que se debe, y un pedido de pago lo pagaría.',
  recipient_other: finding =>
    `La factura va dirigida a ${named(finding)}, que no es la empresa ni el cliente.`,
  recipient_missing: () => 'La factura no dice el NIF de quien la recibe.',
  currency_differs: ({ contract, invoice }) => `La factura está en ${invoice} y el contrato en ${contract}.`,
  iban_differs: ({ iban }) => `La cuenta de la factura no es la confirmada del proveedor: ${ibanText(iban)}.`,
  iban_unconfirmed: ({ iban }) =>
    `El proveedor no tiene una cuenta confirmada; la factura dice ${ibanText(iban)}.`,
  account_unreadable: ({ account }) => `La cuenta «${account}» de la factura no es un IBAN.`,
  payee_other: finding => `La factura pide pagar a otro: ${named(finding)}.`,
  issuer_unknown: finding => `El emisor no es un proveedor conocido: ${named(finding)}.`,
  issuer_missing: () => 'La factura no dice quién la emite.',
  issuer_tax_id_wrong: ({ taxId }) => `La letra o cifra de control del NIF del emisor no cuadra: ${taxId}.`,
  already_known: ({ number, as }) => `La factura ${number} de este emisor ya está: ${as}.`,
  number_missing: () => 'La factura no tiene número.',
  date_missing: () => 'La factura no tiene fecha.',
  total_missing: () => 'No se ha encontrado el total de la factura.',
  in_future: ({ on }) => `La fecha de la factura es posterior a hoy: ${formatDay(on)}.`,
  long_ago: ({ on }) => `La factura tiene más de un año: ${formatDay(on)}.`,
  claim_differs: ({ from, field }) => `${claimedBy[from]} dice ${claimedWhat[field]}.`,
  qr_unsound: () => 'Los dígitos de control del código QR no cuadran.',
  qr_of_tests: () => 'El código QR es del sistema de pruebas de Hacienda.',
  signature_altered: () => 'La factura ha cambiado después de firmarse.',
  signature_wrong: () => 'La firma no es la del certificado que lleva.',
  signature_unsupported: () => 'La firma está hecha de un modo que no se sabe comprobar.',
  certificate_expired: () => 'El certificado no estaba vigente cuando se firmó.',
}

const amount = (minor: bigint, currency: Currency): string => formatMoney(money(minor, currency), true)

/** The sentence of a finding. */
export function findingText<Kind extends FindingKind>(
  finding: Of<Kind> & { kind: Kind },
  words: FindingWords,
): string {
  const sentence: (finding: Of<Kind>, words: FindingWords) => string = sentences[finding.kind]
  return sentence(finding, words)
}
