import { Suspense } from 'react'
import { FirstStepsCard } from '#features/reports/web/first-steps-card.tsx'
import type { FirstStepsWire } from '#features/reports/wire/first-steps.ts'
import { late } from '#ui/late.ts'
import { Skeleton } from '#ui/skeleton.tsx'

const SampleOffer = late(async () => (await import('#app/pages/sample-offer.tsx')).SampleOffer)

/** First steps of a new company, with the offer of a sample to play with. */
export function FirstSteps({ steps }: { steps: FirstStepsWire }) {
  return (
    <FirstStepsCard steps={steps}>
      {steps.can.makeSample === true && (
        <Suspense fallback={<Skeleton className="h-16 w-full" />}>
          <SampleOffer />
        </Suspense>
      )}
    </FirstStepsCard>
  )
}
