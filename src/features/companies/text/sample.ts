/** Spanish words of the refusals about samples. */
import { maxSamples, type SampleRefusal } from '#features/companies/rules/sample.ts'
import { companyWords } from '#features/companies/text.ts'
import { abilityWith, type RefusalWords, refusalTexts } from '#kernel/ability.ts'

const refusalWords: RefusalWords<SampleRefusal> = {
  forbidden: 'Solo la administración de la empresa puede crear un ejemplo.',
  not_found: 'El ejemplo no existe o ya se ha borrado.',
  company_suspended: companyWords,
  sample_company: 'Ya estás en una empresa de ejemplo.',
  has_orders: 'La empresa ya tiene pedidos: el ejemplo es para antes de empezar.',
  sample_of_other: 'Otra persona de la administración ya está probando con un ejemplo.',
  too_many_samples: `Ya se han creado ${maxSamples} ejemplos: no se pueden crear más.`,
}

export const sampleWords = refusalTexts(refusalWords)
export const sampleAbility = abilityWith(sampleWords)
