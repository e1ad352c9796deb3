/**
 * Tax ids by their check characters (`stdnum`): those of Spain (NIF of people and organisations, NIE) and, with the code
 * of the country before them, those of the European Union; CUIT of Argentina, RFC of Mexico and RUT of Chile.
 */
import * as cuit from 'stdnum/lib/cjs/ar/cuit.js'
import * as at from 'stdnum/lib/cjs/at/uid.js'
import * as be from 'stdnum/lib/cjs/be/vat.js'
import * as bg from 'stdnum/lib/cjs/bg/vat.js'
import * as rut from 'stdnum/lib/cjs/cl/rut.js'
import * as cy from 'stdnum/lib/cjs/cy/vat.js'
import * as cz from 'stdnum/lib/cjs/cz/dic.js'
import * as de from 'stdnum/lib/cjs/de/vat.js'
import * as dk from 'stdnum/lib/cjs/dk/cvr.js'
import * as ee from 'stdnum/lib/cjs/ee/kmkr.js'
import * as nif from 'stdnum/lib/cjs/es/nif.js'
import * as fi from 'stdnum/lib/cjs/fi/alv.js'
import * as fr from 'stdnum/lib/cjs/fr/tva.js'
import * as gr from 'stdnum/lib/cjs/gr/vat.js'
import * as hr from 'stdnum/lib/cjs/hr/oib.js'
import * as hu from 'stdnum/lib/cjs/hu/anum.js'
import * as ie from 'stdnum/lib/cjs/ie/vat.js'
import * as it from 'stdnum/lib/cjs/it/iva.js'
import * as lt from 'stdnum/lib/cjs/lt/pvm.js'
import * as lu from 'stdnum/lib/cjs/lu/tva.js'
import * as lv from 'stdnum/lib/cjs/lv/pvn.js'
import * as mt from 'stdnum/lib/cjs/mt/vat.js'
import * as rfc from 'stdnum/lib/cjs/mx/rfc.js'
import * as nl from 'stdnum/lib/cjs/nl/btw.js'
import * as pl from 'stdnum/lib/cjs/pl/nip.js'
import * as pt from 'stdnum/lib/cjs/pt/nif.js'
import * as ro from 'stdnum/lib/cjs/ro/cui.js'
import * as se from 'stdnum/lib/cjs/se/vat.js'
import * as si from 'stdnum/lib/cjs/si/ddv.js'
import * as sk from 'stdnum/lib/cjs/sk/dph.js'

/** Doubt about a tax id: its check character is wrong, or it has no form that we know and may be foreign. */
export type TaxIdDoubt = 'wrong' | 'foreign'

type Validator = (id: string) => { readonly isValid: boolean; readonly error?: Error }

/** By the code before the id; Greece has two. */
const validators = new Map<string, Validator>(
  Object.entries({
    AR: cuit,
    AT: at,
    BE: be,
    BG: bg,
    CL: rut,
    CY: cy,
    CZ: cz,
    DE: de,
    DK: dk,
    EE: ee,
    EL: gr,
    ES: nif,
    FI: fi,
    FR: fr,
    GR: gr,
    HR: hr,
    HU: hu,
    IE: ie,
    IT: it,
    LT: lt,
    LU: lu,
    LV: lv,
    MT: mt,
    MX: rfc,
    NL: nl,
    PL: pl,
    PT: pt,
    RO: ro,
    SE: se,
    SI: si,
    SK: sk,
  }).map(([country, { validate }]) => [country, validate]),
)

/**
 * Forms that are known without the code of their country: of the id, and of a RUT as it is typed, with its hyphen.
 * `isTelling`: nothing else looks like it, so that a wrong check character is a mistake.
 */
const bare = [
  { country: 'ES', form: /^[\dXYZKLM]\d{7}[A-Z]$|^[A-HJNP-SUVW]\d{7}[A-J0-9]$/, isTelling: true },
  { country: 'MX', form: /^[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3}$/, isTelling: false },
  { country: 'AR', form: /^(20|23|24|27|30|33|34)\d{9}$/, isTelling: false },
  { country: 'CL', form: /^\d{1,2}\.?\d{3}\.?\d{3}-[\dK]$/, isTelling: false },
] as const

/** The doubt about a tax id as people type it; null for a sound one and for nothing. Capitals and punctuation make no difference. */
export function doubtTaxId(text: string): TaxIdDoubt | null {
  const id = canonicalTaxId(text)
  if (id === null) return null
  const verdicts = [...withCode(id), ...withoutCode(id, text.trim().toUpperCase())]
  if (verdicts.includes('sound')) return null
  return verdicts.includes('wrong') ? 'wrong' : 'foreign'
}

type Verdict = 'sound' | 'wrong' | 'other_form'

function withCode(id: string): Verdict[] {
  const validate = validators.get(id.slice(0, 2))
  return validate ? [judge(validate, id.slice(2))] : []
}

function withoutCode(id: string, typed: string): Verdict[] {
  return bare
    .filter(({ form }) => form.test(id) || form.test(typed))
    .flatMap(({ country, isTelling }) => {
      const validate = validators.get(country)
      const verdict = validate ? judge(validate, id) : 'other_form'
      return verdict === 'wrong' && !isTelling ? [] : [verdict]
    })
}

/** Spanish organisations whose kind has the other control: a digit for companies, a letter for public bodies. */
const controlOfOtherKind = /^[ABEH]\d{7}[A-J]$|^[NPQRSW]\d{8}$/

function judge(validate: Validator, id: string): Verdict {
  try {
    const { isValid, error } = validate(id)
    if (isValid) return validate === nif.validate && controlOfOtherKind.test(id) ? 'wrong' : 'sound'
    return error?.name === 'InvalidChecksum' ? 'wrong' : 'other_form'
  } catch {
    // The library fails on some of what is too short for its country, where it should answer.
    return 'other_form'
  }
}

/** The id as it is kept: capitals and figures, without punctuation, and without the code of Spain; null for nothing. */
export function canonicalTaxId(text: string): string | null {
  const id = text
    .toUpperCase()
    .replace(/[^A-Z0-9Ñ&]/g, '')
    .replace(/^ES(?=[A-Z0-9]{9}$)/, '')
  return id === '' ? null : id
}

/** Comparison key of a tax id; empty for nothing. The column `tax_key` of providers says the same in SQL. */
export const taxIdKey = (taxId: string | null): string =>
  (canonicalTaxId(taxId ?? '') ?? '').replace(/[^A-Z0-9]/g, '')

export const isSameTaxId = (one: string | null, other: string | null): boolean =>
  taxIdKey(one) !== '' && taxIdKey(one) === taxIdKey(other)
