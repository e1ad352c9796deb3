/** Spanish words of the lines in which the journal seals the stages of an order and their deputies. */
import type { StageOrigin } from '#features/approvals/rules.ts'
import type { Mode } from '#features/flows/rules.ts'
import { counted } from '#kernel/text.ts'

const modeWords: { readonly [mode in Mode]: (needed: number) => string } = {
  any: () => 'aprueba cualquiera',
  all: needed => (needed === 1 ? 'aprueba su única persona' : `aprueban sus ${needed} personas`),
  quorum: needed => (needed === 1 ? 'aprueba cualquiera' : `aprueban ${needed}`),
}

/** Nothing of the general flow, of which a stage that an approver added is too. */
const originWords: { readonly [origin in StageOrigin]: string } = {
  general: '',
  rule: ', por una regla',
  overrun: ', por exceso de presupuesto',
}

const wordsByMode = new Map(Object.entries(modeWords))
const wordsByOrigin = new Map(Object.entries(originWords))

/** A line of `stageLines`: 'Etapa 1 (orden 1): aprueban sus 2 personas'. One that is written otherwise, as it is. */
export function stageLineText(line: string): string {
  const [, stage, turn, mode = '', needed, origin = ''] = /^(\d+) (\d+) (\w+) (\d+) (\w+)$/.exec(line) ?? []
  const who = wordsByMode.get(mode)
  const why = wordsByOrigin.get(origin)
  if (who === undefined || why === undefined) return line
  return `Etapa ${stage} (orden ${turn}): ${who(Number(needed))}${why}`
}

/** A line of a deputy in `routeLines`: 'Etapa 1, tras 3 días: …', with the person's id. One written otherwise, as it is. */
export function deputyLineText(line: string): string {
  const [, stage, userId, days] = /^(\d+) (\S+) (\d+)$/.exec(line) ?? []
  return stage === undefined ? line : `Etapa ${stage}, tras ${counted(Number(days), 'día')}: ${userId}`
}
