import { useLocation } from '@tanstack/react-router'
import { Building2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type LoginProblem, problem } from '#app/sign-in/login-problem.ts'
import { Button } from '#ui/button.tsx'

type CompanyEntryButtonProps = { email: string; setProblem: (problem: LoginProblem | null) => void }

/** Button that leads to the provider of the company, by the mail that was typed; it stands out where there is one. */
export function CompanyEntryButton({ email, setProblem }: CompanyEntryButtonProps) {
  const [busy, setBusy] = useState(false)
  const { offered, required } = useOffer(email)
  const returnTo = useLocation({ select: location => location.state.returnTo })
  const go = async () => {
    if (email.trim() === '')
      return setProblem(problem('Escribe antes tu correo: por él sabemos cuál es tu empresa.'))
    setProblem(null)
    setBusy(true)
    const { goToCompany } = await import('#app/sign-in/company-entry.ts')
    const failure = await goToCompany(email.trim(), returnTo)
    if (failure === null) return
    setBusy(false)
    setProblem(problem(failure))
  }
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <Button
        variant={offered ? 'secondary' : 'quiet'}
        size="lg"
        icon={<Building2 aria-hidden="true" />}
        busy={busy}
        onClick={() => void go()}
        className="w-full"
      >
        Entrar con mi empresa
      </Button>
      <p role="status" className="text-center text-ink-soft text-sm empty:hidden">
        {required ? 'Tu empresa pide entrar así, sin contraseña.' : null}
      </p>
    </div>
  )
}

const none = { offered: false, required: false }
/** Time without another letter after which the domain is asked about. */
const pauseMs = 400

/** Offer for the domain of a mail address: the server is told the domain alone. */
function useOffer(email: string) {
  const domain = /@([^@\s]+\.[^@\s.]{2,})$/.exec(email.trim())?.[1]?.toLowerCase() ?? ''
  const [known, setKnown] = useState({ domain: '', ...none })
  useEffect(() => {
    if (domain === '') return
    const stopped = new AbortController()
    const timer = setTimeout(() => {
      void askOffer(domain, stopped.signal).then(offer => setKnown({ domain, ...offer }))
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      stopped.abort()
    }
  }, [domain])
  return domain !== '' && known.domain === domain ? known : none
}

async function askOffer(domain: string, signal: AbortSignal): Promise<typeof none> {
  try {
    const response = await fetch(`/api/company-sign-in?domain=${encodeURIComponent(domain)}`, { signal })
    const answer: unknown = await response.json()
    return { offered: isTrue(answer, 'offered'), required: isTrue(answer, 'required') }
  } catch {
    return none
  }
}

const isTrue = (value: unknown, name: string): boolean =>
  typeof value === 'object' && value !== null && Reflect.get(value, name) === true
