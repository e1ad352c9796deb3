import { ContractsPage } from '#features/contracts/web/contracts-page.tsx'

/** The contracts of the client's projects: to read, not to change. */
export function ClientContractsPage() {
  return (
    <ContractsPage
      base="/client"
      about="Los contratos los abre la empresa. Cuando uno de tus proyectos tenga el suyo, verás aquí su total y lo que queda de él."
    />
  )
}
