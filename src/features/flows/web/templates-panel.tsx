import { BanknoteArrowUp, Gauge, Plus, Truck } from 'lucide-react'
import { type Template, templates, templateText } from '#features/flows/web/text.ts'
import { LinkButton } from '#ui/link-button.tsx'

/** Templates of a first rule. */
export function TemplatesPanel() {
  return (
    <div className="grid grid-cols-1 gap-3">
      <ul className="grid grid-cols-1 gap-3 md:grid-cols-3">
        {templates.map(template => (
          <li key={template} className="grid">
            <LinkButton
              to="/empresa/settings/flows/draft"
              search={{ rule: template }}
              className="h-full whitespace-normal text-left"
            >
              <span className="grid w-full grid-cols-[auto_1fr] items-start gap-x-3 py-1.5">
                <span aria-hidden="true" className="mt-0.5 text-accent [&>svg]:size-5">
                  {templateIcons[template]}
                </span>
                <span>
                  <span className="block">{templateText[template].label}</span>
                  <span className="block font-normal text-ink-soft text-xs">
                    {templateText[template].note}
                  </span>
                </span>
              </span>
            </LinkButton>
          </li>
        ))}
      </ul>
      <div>
        <LinkButton
          to="/empresa/settings/flows/draft"
          search={{ rule: 'empty' }}
          variant="quiet"
          icon={<Plus aria-hidden="true" />}
        >
          Empezar con una regla vacía
        </LinkButton>
      </div>
    </div>
  )
}

export const templateIcons = {
  amount: <BanknoteArrowUp />,
  overrun: <Gauge />,
  provider: <Truck />,
} satisfies { [template in Template]: unknown }
