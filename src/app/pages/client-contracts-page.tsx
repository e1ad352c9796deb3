import { ContractsPage } from '#features/contracts/web/contracts-page.tsx'

/** Contracts of the client's projects, read only. */
export function ClientContractsPage() {
  return (
    <ContractsPage
      areaPath="/client"
      about="Los contratos los abre la empresa. Cuando uno de tus proyectos tenga el suyo, verás aquí su total y lo que queda de él."
    />
  )
}
