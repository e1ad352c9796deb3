/** Spanish sentences for refusals of executions, apart from the words that screens of batches load. */
import { creditNoteRefusalWords } from '#features/documents/text/credit-notes.ts'
import { refusalWords } from '#features/executions/text.ts'
import { abilityWith, refusalTexts } from '#kernel/ability.ts'

export const executionWords = refusalTexts({ ...creditNoteRefusalWords, ...refusalWords })
export const executionAbility = abilityWith(executionWords)
