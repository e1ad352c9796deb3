import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { useImpersonation } from '#app/impersonation.ts'
import { owedFactor } from '#app/owed-factor.ts'
import { InvitedCard } from '#app/pages/invited-card.tsx'
import { session, useSession } from '#app/session.ts'
import { useDutyLabel } from '#app/shell/use-desk.ts'
import { SubstituteCard } from '#features/delegations/web/substitute-card.tsx'
import { EmailForm } from '#features/identity/web/email-form.tsx'
import { NameForm } from '#features/identity/web/name-form.tsx'
import { PasswordForm } from '#features/identity/web/password-form.tsx'
import { secondFactorQuery, takeAuthClientFrom } from '#features/identity/web/queries.ts'
import { SecondFactorCard } from '#features/identity/web/second-factor-card.tsx'
import { SessionsCard } from '#features/identity/web/sessions-card.tsx'
import { commonProblems } from '#kernel/problem-titles.ts'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { late } from '#ui/late.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { Alert } from '#ui/states.tsx'
import { WhenNear } from '#ui/when-near.tsx'

takeAuthClientFrom(session.client)

// Loaded for the few who may not decide yet.
const AccountTrustCard = late(
  async () => (await import('#app/pages/account-trust-card.tsx')).AccountTrustCard,
)
const TimeZoneCard = late(async () => (await import('#app/pages/time-zone-card.tsx')).TimeZoneCard)
const PasskeysCard = late(async () => (await import('#features/identity/web/passkeys-card.tsx')).PasskeysCard)
const OwnTokensCard = late(
  async () => (await import('#features/tokens/web/own-tokens-card.tsx')).OwnTokensCard,
)
const NoticesCards = late(async () => (await import('#app/pages/notices-cards.tsx')).NoticesCards)

/** Until the form of the password is there, to which the card leads. */
const trustPlace = <Card className="h-32" />

/** Its key lets it move with its dialog open, as the card of the second factor does. */
const passkeysCard = (
  <WhenNear key="passkeys" className="h-48">
    <Suspense fallback={<Card className="h-48" />}>
      <PasskeysCard />
    </Suspense>
  </WhenNear>
)

/** Forms of address and password; in a session that changes neither, where they are changed. */
function Credentials({ email, newEmail }: { email: string; newEmail: string | null }) {
  const { data, isPending } = useQuery(secondFactorQuery)
  // As high as the forms, which are what most people get: nothing below comes near, or jumps.
  if (isPending) return <Card className="h-[44rem]" />
  if (data && data.can.changeCredentials !== true)
    return (
      <Card>
        <CardHeader
          title="Correo y contraseña"
          note={
            <>
              Inicias sesión con <span className="font-medium text-ink">{email}</span>
            </>
          }
        />
        <CardBody className="text-ink-soft">{data.can.changeCredentials.text}</CardBody>
      </Card>
    )
  return (
    <>
      <EmailForm email={email} newEmail={newEmail} />
      <PasswordForm email={email} />
    </>
  )
}

/** Profile: settings of the person's own account, in any area. */
export function ProfilePage() {
  const state = useSession()
  const impersonation = useImpersonation()
  const user = state.kind === 'in' ? state.user : null
  const { data, isPending } = useQuery({ ...secondFactorQuery, enabled: user !== null && !impersonation })
  const duty = useDutyLabel(user?.role ?? null)
  const isOwing = data?.asked != null && user?.hasSecondFactor === false
  const isMember = user !== null && user.companyId !== null && !isPending && !isOwing
  useEffect(() => {
    if (data?.asked === null) sessionStorage.removeItem(owedFactor)
  }, [data])
  const isWaiting = user?.newEmail != null || user?.untrustedReason != null
  // The address may have been confirmed in another browser.
  useEffect(() => {
    if (isWaiting) session.renew().catch(() => {})
  }, [isWaiting])
  if (user === null) return null
  return (
    <>
      <PageHeader title="Mi perfil" subtitle="Tus datos, cómo entras y dónde has entrado" />
      {impersonation ? (
        <Alert tone="info">{commonProblems.impersonating.title}</Alert>
      ) : (
        <div className="grid max-w-3xl grid-cols-1 gap-4">
          {user.untrustedReason !== null && (
            <Suspense fallback={trustPlace}>
              {isPending ? trustPlace : <AccountTrustCard why={user.untrustedReason} email={user.email} />}
            </Suspense>
          )}
          {/* First while nothing else can be done without it. Its key lets it move with its dialog open. */}
          {isOwing && <SecondFactorCard key="factor" />}
          {isOwing && passkeysCard}
          <InvitedCard />
          <NameForm
            name={user.givenName}
            lastName={user.lastName}
            position={user.position}
            department={user.department}
            roleName={duty}
          />
          {!isOwing && <SecondFactorCard key="factor" />}
          <Credentials email={user.email} newEmail={user.newEmail} />
          {!isOwing && passkeysCard}
          <WhenNear className="h-64">
            <Suspense fallback={<Card className="h-64" />}>
              <TimeZoneCard timeZone={user.timeZone} isMember={user.companyId !== null} />
            </Suspense>
          </WhenNear>
          <SessionsCard />
          {isMember && <SubstituteCard />}
          {isMember && (
            <WhenNear className="h-48">
              <Suspense fallback={<Card className="h-48" />}>
                <OwnTokensCard />
              </Suspense>
            </WhenNear>
          )}
          {isMember && (
            <WhenNear className="h-96">
              <Suspense fallback={<Card className="h-96" />}>
                <NoticesCards role={user.role} />
              </Suspense>
            </WhenNear>
          )}
        </div>
      )}
    </>
  )
}
