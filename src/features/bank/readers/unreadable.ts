import type { UnreadableKind } from '#features/bank/rules/unreadable.ts'
import { UnreadableFile } from '#server/jobs/unreadable-file.ts'

export class Unreadable extends UnreadableFile<UnreadableKind> {}
