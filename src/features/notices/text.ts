/** Spanish words of the refusals about notices. */
import type { NoticeRefusal } from '#features/notices/rules.ts'
import { refusalTexts } from '#kernel/ability.ts'

export const noticeWords = refusalTexts<NoticeRefusal>({ not_found: 'La notificación no existe.' })
