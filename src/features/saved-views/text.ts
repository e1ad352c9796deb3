/** Spanish words of the refusals about saved views. */
import { maxSavedViews, type SavedViewRefusal } from '#features/saved-views/rules.ts'
import { abilityWith, refusalTexts } from '#kernel/ability.ts'

export const savedViewWords = refusalTexts<SavedViewRefusal>({
  forbidden: 'Esa lista no está entre las tuyas.',
  not_found: 'La vista ya no existe.',
  saved_view_unfit: 'Esa lista no se puede ver así.',
  saved_view_limit: `Ya tienes ${maxSavedViews} vistas de esta lista: elimina alguna para guardar otra.`,
  saved_view_name_taken: 'Ya tienes una vista de esta lista con ese nombre.',
})
export const savedViewAbility = abilityWith(savedViewWords)
