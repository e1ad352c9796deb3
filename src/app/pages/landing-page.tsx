import { BadgeCheck, FilePlus2, History, ReceiptText } from 'lucide-react'
import { useEffect } from 'react'
import { PublicFooter } from '#app/pages/public-footer.tsx'
import { SignedSheet } from '#app/pages/signed-sheet.tsx'
import { product } from '#app/product.ts'
import { session } from '#app/session.ts'
import { carriesEntry } from '#app/sign-in/auth-callback.ts'
import { afterSignIn } from '#app/sign-in/home-after-sign-in.ts'
import { OwnCompanyOffer } from '#app/sign-in/own-company-offer.tsx'
import { BrandMark } from '#ui/brand.tsx'
import { classes } from '#ui/classes.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Spinner } from '#ui/spinner.tsx'

/** First page of the product, for whoever has not signed in. */
export function LandingPage() {
  // At which the product begins once it is installed (`public/app.webmanifest`).
  if (location.search === '?inicio') return <Home />
  return carriesEntry(location) ? <Forwarding /> : <Landing />
}

const steps = [
  {
    icon: FilePlus2,
    title: 'Crear',
    text: 'Un pedido de emisión o de pago nace en un proyecto vinculado a un contrato, con su presupuesto a la vista.',
  },
  {
    icon: BadgeCheck,
    title: 'Aprobar',
    text: 'Los responsables internos lo revisan y dan su visto bueno, cada uno en su turno.',
  },
  {
    icon: ReceiptText,
    title: 'Confirmar',
    text: 'El equipo de ejecución confirma el pago o la emisión y adjunta el comprobante.',
  },
  {
    icon: History,
    title: 'Registrar',
    text: 'Todo el proceso queda registrado: quién, cuándo y por qué.',
  },
]

function Landing() {
  return (
    <div className="mx-auto flex min-h-dvh max-w-6xl flex-col px-5 sm:px-8">
      <header className="flex items-center justify-between py-5">
        <span className="flex items-center gap-2.5 font-semibold text-lg tracking-tight">
          <BrandMark />
          {product}
        </span>
      </header>
      <main className="flex flex-1 flex-col justify-center gap-14 py-8 lg:gap-16">
        <div className="grid grid-cols-1 items-center gap-10 md:grid-cols-[1fr_18rem] lg:grid-cols-[1fr_22rem]">
          <div className="max-w-xl">
            <h1 className="font-semibold text-4xl leading-[1.1] tracking-tight sm:text-5xl">
              Pedidos aprobados, ejecutados y registrados
            </h1>
            <p className="mt-5 text-ink-soft text-lg">
              Tu equipo crea pedidos de emisión o de pago desde un proyecto vinculado a un contrato, los
              responsables internos los aprueban, el equipo de ejecución los confirma y todo el proceso queda
              registrado con trazabilidad.
            </p>
            <div className="mt-8 flex flex-wrap gap-3 lg:-mr-8">
              <LinkButton to="/login" variant="primary" size="lg" className="max-sm:w-full">
                Ingresar a mi cuenta
              </LinkButton>
              <LinkButton to="/ayuda" size="lg" className="max-sm:w-full">
                Ver cómo funciona
              </LinkButton>
              <OwnCompanyOffer>
                <LinkButton to="/crear-empresa" size="lg" className="max-sm:w-full">
                  Crear mi empresa
                </LinkButton>
              </OwnCompanyOffer>
            </div>
          </div>
          <SignedSheet className="max-w-72 justify-self-center max-md:hidden lg:max-w-none" />
        </div>
        <ScreenPicture />
        <ol className="grid grid-cols-1 gap-x-8 gap-y-6 border-t pt-8 sm:grid-cols-2 lg:grid-cols-4">
          {steps.map(({ icon: Icon, title, text }) => (
            <li key={title}>
              <h2 className="flex items-center gap-2 font-semibold">
                <Icon aria-hidden="true" className="size-4 text-accent" />
                {title}
              </h2>
              <p className="mt-1.5 text-ink-soft">{text}</p>
            </li>
          ))}
        </ol>
      </main>
      <PublicFooter />
    </div>
  )
}

/** Screen of the product, as `npm run pictures -- portada` takes it. Of the four pictures a browser fetches the one that it shows. */
function ScreenPicture() {
  return (
    <figure className="grid grid-cols-1 gap-3">
      {pictures.map(({ address, width, height, shownAt }) => (
        <img
          key={address}
          src={address}
          alt="Panel de la empresa: cuántos pedidos están en aprobación, bloqueados, devueltos o por confirmar, y lo consumido y lo disponible de cada contrato."
          width={width}
          height={height}
          loading="lazy"
          className={classes('h-auto w-full rounded-xl border', shownAt)}
        />
      ))}
      <figcaption className="text-ink-soft">
        El panel de la empresa: cuánto queda de cada contrato, qué espera y en manos de quién.
      </figcaption>
    </figure>
  )
}

const wide = { width: 1280, height: 760 }
const narrow = { width: 390, height: 640 }
const pictures = [
  {
    ...wide,
    address: new URL('../../../docs/pictures/portada.webp', import.meta.url).href,
    shownAt: 'max-sm:hidden dark:hidden',
  },
  {
    ...wide,
    address: new URL('../../../docs/pictures/portada-oscura.webp', import.meta.url).href,
    shownAt: 'hidden dark:sm:block',
  },
  {
    ...narrow,
    address: new URL('../../../docs/pictures/portada-movil.webp', import.meta.url).href,
    shownAt: 'sm:hidden dark:hidden',
  },
  {
    ...narrow,
    address: new URL('../../../docs/pictures/portada-movil-oscura.webp', import.meta.url).href,
    shownAt: 'hidden dark:max-sm:block',
  },
]

/** Way home for whoever is in, and to the sign-in for everybody else. */
function Home() {
  useEffect(() => {
    const lead = async () => {
      const user = await session.user()
      location.replace(user === null ? '/login' : afterSignIn(user.role, undefined))
    }
    void lead()
  }, [])
  return <Going words={`Abriendo ${product}...`} />
}

/** Redirect of a link from a mail or an identity provider that came here instead of the sign-in screen. */
function Forwarding() {
  useEffect(() => location.replace(`/login${location.search}${location.hash}`), [])
  return <Going words="Procesando tu ingreso..." />
}

function Going({ words }: { words: string }) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <p role="status" className="flex items-center gap-3 text-base text-ink-soft">
        <Spinner className="text-accent" />
        {words}
      </p>
    </main>
  )
}
