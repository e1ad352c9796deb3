import { useMutation } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { useEffect } from 'react'
import { beginTestMutation, finishTestMutation } from '#features/company-sign-in/web/queries.ts'
import type { finishSignInTest } from '#features/company-sign-in/wire/entering.ts'
import type { CompanySignInWire } from '#features/company-sign-in/wire.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { refusalText } from '#ui/action-link.tsx'
import { failureMessage } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardHeader, Fact, Facts } from '#ui/card.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { Instant } from '#ui/instant.tsx'
import { providerWay } from '#ui/provider-way.ts'
import { Alert } from '#ui/states.tsx'

/** Trial of the provider with the administrator's own account, and what it said. */
export function TrialCard({ now }: { now: CompanySignInWire }) {
  const begin = useMutation(beginTestMutation)
  const finish = useMutation(finishTestMutation)
  const { mutate } = finish
  useEffect(() => {
    const answer = providerWay.takeTrial()
    if (answer !== null) mutate(answer)
  }, [mutate])
  const error = begin.error ?? finish.error
  return (
    <Card aria-labelledby="trial-title">
      <CardHeader
        id="trial-title"
        title="3. Prueba"
        note="Vas al proveedor, entras con tu cuenta y vuelves: nadie más lo nota"
      />
      <CardBody className="grid grid-cols-1 gap-4">
        {finish.data && <TrialResult result={finish.data} />}
        {error && <FormFailure message={failureMessage(error)} />}
        {now.testedAt !== null && !finish.data && (
          <p className="text-ink-soft">
            La última prueba que salió bien con estos datos: <Instant value={now.testedAt} exact />
          </p>
        )}
        <Button
          icon={<FlaskConical aria-hidden="true" />}
          busy={begin.isPending || finish.isPending}
          refusal={refusalText(now.can.test)}
          onClick={() => begin.mutate()}
          className="justify-self-start"
        >
          Probar
        </Button>
      </CardBody>
    </Card>
  )
}

const verifiedWords = (verified: boolean | null) => {
  if (verified === null) return 'No lo dice'
  return verified ? 'Sí' : 'No'
}

function TrialResult({ result }: { result: ResponseOf<typeof finishSignInTest> }) {
  return (
    <>
      {result.works ? (
        <Alert tone="info" title="Funciona">
          Con esto habrías entrado en tu cuenta.
        </Alert>
      ) : (
        <Alert tone="caution" title="Así no habrías entrado">
          {result.reason}
        </Alert>
      )}
      <Facts>
        <Fact label="Emisor">{result.issuer}</Fact>
        <Fact label="Identificador">{result.subject}</Fact>
        <Fact label="Correo">{result.email ?? 'No lo dice'}</Fact>
        <Fact label="Correo verificado">{verifiedWords(result.emailVerified)}</Fact>
      </Facts>
    </>
  )
}
