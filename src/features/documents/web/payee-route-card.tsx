import { Card, CardBody, CardHeader } from '#ui/card.tsx'

/** Next steps as a provider may know them, without who approves. */
export function PayeeRouteCard({ clientName }: { clientName: string }) {
  return (
    <Card>
      <CardHeader title="Qué pasará después" />
      <CardBody className="pt-3 sm:pt-3">
        <p className="text-ink-soft">
          Tu solicitud llegará a quienes aprueban los pagos de {clientName} en este proyecto. Aquí verás si se
          aprueba y cuándo se paga.
        </p>
      </CardBody>
    </Card>
  )
}
