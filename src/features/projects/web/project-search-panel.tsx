import { useProjectsToChoose } from '#features/projects/web/queries.ts'
import { Combobox } from '#ui/fields/combobox.tsx'

type ProjectSearchPanelProps = {
  label: string
  /** Option for no choice. */
  all: string
  chosen: string
  onChoose: (projectId: string) => void
  onClose: () => void
}

/** Filter by any of the person's projects: by part of its name, its id or its client's name. */
export function ProjectSearchPanel({ label, all, chosen, onChoose }: ProjectSearchPanelProps) {
  const projects = useProjectsToChoose(true, chosen)
  const options = projects.items.map(({ id, name, clientName }) => ({
    value: id,
    label: name,
    detail: `${id} · ${clientName}`,
  }))
  return (
    <Combobox
      className="min-w-40 flex-1 sm:w-56 sm:flex-none"
      label={label}
      isLabelHidden
      placeholder={all}
      options={chosen === '' ? options : [{ value: '', label: all }, ...options]}
      onSearch={projects.search}
      value={chosen}
      onChange={onChoose}
    />
  )
}
