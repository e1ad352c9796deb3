/** Routes with which an administrator makes and discards a sample. */
import { sampleWords } from '#features/companies/text/sample.ts'
import { discardSample as discard } from '#features/samples/commands/discard.ts'
import { makeSample as make, type SampleParts } from '#features/samples/commands/make.ts'
import { discardSample, makeSample } from '#features/samples/wire.ts'
import { own, type Route } from '#server/http/route.ts'

export const sampleRoutes = (parts: SampleParts): readonly Route[] => [
  own(makeSample, sampleWords, self => make(parts, self)),
  own(discardSample, sampleWords, self => discard(parts.db, self)),
]
