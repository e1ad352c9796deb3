import type { NoticeRefusal } from '#features/notifications/rules.ts'
import { wordsOf } from '#kernel/ability.ts'

export const noticeWords = wordsOf<NoticeRefusal>({ not_found: 'El aviso no existe.' })
