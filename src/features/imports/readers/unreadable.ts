import type { UnreadableKind } from '#features/imports/rules/unreadable.ts'
import { UnreadableFile } from '#server/jobs/unreadable-file.ts'

export class Unreadable extends UnreadableFile<UnreadableKind> {}
