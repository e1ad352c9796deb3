/** Spanish words of the bank's files: why one is not believed. */
import type { CountedThing, UnreadableKind } from '#features/bank/rules/unreadable.ts'
import { type RefusalWords, refusalTexts } from '#kernel/ability.ts'
import { ibanText } from '#kernel/iban.ts'
import { formatMoney, isCurrency, moneyFromText } from '#kernel/money.ts'
import type { Facts } from '#kernel/refusal.ts'

const unreadableWords: RefusalWords<UnreadableKind> = {
  empty: 'El archivo está vacío.',
  too_large: 'El archivo es demasiado grande: el máximo son 10 MB.',
  unknown_kind:
    'El archivo no es de los que sabemos leer: se admiten Norma 43, CAMT.053, CAMT.054 y pain.002.',
  takes_too_long: 'El archivo tarda demasiado en leerse.',
  too_much_memory: 'El archivo necesita demasiada memoria para leerse.',
  engine_failed: 'El archivo no se ha podido leer.',
  xml_malformed: 'El XML está mal formado y no se puede leer.',
  xml_encoding: 'Las letras del XML no son las de la codificación que declara.',
  xml_with_dtd: 'El XML lleva una definición de tipo de documento (DTD), que no se admite por seguridad.',
  xml_too_large: 'El XML tiene demasiados elementos o demasiados niveles.',
  other_xml: 'El XML no es un extracto CAMT.053, una notificación CAMT.054 ni un informe pain.002.',
  other_version: ({ facts }) => `La versión ${facts?.version} de ${facts?.format} no se admite.`,
  incomplete: ({ facts }) => `${place(facts)}falta un dato obligatorio: ${facts?.field}.`,
  unknown_currency: ({ facts }) => `${place(facts)}la divisa ${facts?.currency} no se admite.`,
  mixed_currencies: ({ facts }) =>
    `${place(facts)}la divisa ${facts?.currency ?? ''} no es la de la cuenta (${facts?.own}).`,
  not_an_amount: ({ facts }) => `${place(facts)}donde debía haber una cifra dice «${facts?.text}».`,
  too_many_decimals: ({ facts }) =>
    `${place(facts)}el monto ${facts?.text} tiene más decimales de los que admite su divisa.`,
  amount_too_long: ({ facts }) => `${place(facts)}el monto ${facts?.text} es demasiado grande.`,
  not_a_day: ({ facts }) => `${place(facts)}«${facts?.text}» no es una fecha.`,
  not_an_account: ({ facts }) => `${place(facts)}«${facts?.text}» no es una cuenta.`,
  other_account: ({ facts }) => `${place(facts)}los totales son de otra cuenta: ${facts?.text}.`,
  record_unknown: ({ facts }) => `${place(facts)}el registro «${facts?.record}» no es de la Norma 43.`,
  record_misplaced: ({ facts }) => `${place(facts)}el registro ${facts?.record} no puede ir aquí.`,
  record_too_long: ({ facts }) => `${place(facts)}tiene ${facts?.length} letras y el máximo son 80.`,
  file_cut: ({ facts }) =>
    `El archivo está cortado en la línea ${facts?.line}: falta el registro ${facts?.record}.`,
  count_differs: ({ facts }) =>
    `${place(facts)}el archivo dice ${facts?.stated} ${counted(facts)} y tiene ${facts?.found}.`,
  sum_differs: ({ facts }) =>
    `${place(facts)}el archivo dice que ${summed(facts)} ${money(facts, 'stated')} y suman ${money(facts, 'found')}.`,
  too_many_lines: ({ facts }) =>
    `El archivo tiene ${facts?.lines} movimientos y el máximo son ${facts?.most}. Pide al banco uno de menos días.`,
  balance_differs: ({ facts }) =>
    `${place(facts)}el archivo cierra con un saldo de ${money(facts, 'stated')} y sus movimientos dejan ${money(facts, 'found')}.`,
}

export const unreadableTexts = refusalTexts(unreadableWords)

/** Place of the fault: the line of a Norma 43, the movement of a CAMT, or the account. */
function place(facts: Facts | undefined): string {
  if (facts?.line !== undefined) return `Línea ${facts.line}: `
  if (facts?.entry !== undefined) return `Movimiento ${facts.entry}: `
  return facts?.iban === undefined ? 'En el archivo: ' : `Cuenta ${ibanText(String(facts.iban))}: `
}

const countedWords: { readonly [what in CountedThing]: string } = {
  debits: 'cargos',
  credits: 'abonos',
  all: 'movimientos',
  net: 'movimientos',
  records: 'registros',
  rejected: 'pagos rechazados',
}

const summedWords: { readonly [what in CountedThing]: string } = {
  debits: 'los cargos suman',
  credits: 'los abonos suman',
  all: 'cargos y abonos suman',
  net: 'la diferencia entre abonos y cargos es',
  records: 'los registros suman',
  rejected: 'los pagos rechazados suman',
}

const word = (words: { readonly [what: string]: string }, facts: Facts | undefined): string =>
  words[String(facts?.what)] ?? ''
const counted = (facts: Facts | undefined): string => word(countedWords, facts)
const summed = (facts: Facts | undefined): string => word(summedWords, facts)

function money(facts: Facts | undefined, name: 'stated' | 'found'): string {
  const currency = String(facts?.currency)
  return isCurrency(currency) ? formatMoney(moneyFromText(String(facts?.[name]), currency), true) : ''
}
