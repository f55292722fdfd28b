import type { Engine, Model } from '../contract.ts'

function pointing(engine: Engine, model: Model) {
  return [...engine.models.values()].flatMap((other) =>
    Object.values(other.entity.fields).flatMap((field) =>
      'to' in field && engine.models.get(field.to) === model ? [{ other, field }] : [],
    ),
  )
}

/** Who may choose among an entity's rows: who views it, or writes or filters something that points to it. */
export function optionAccess(engine: Engine, model: Model): string[] {
  const codes = new Set([`${model.permission}:view`])
  for (const { other } of pointing(engine, model)) for (const verb of ['view', 'add', 'edit']) codes.add(`${other.permission}:${verb}`)
  for (const other of engine.models.values()) {
    for (const call of Object.values(other.entity.calls ?? {})) {
      if (Object.values(call.params ?? {}).some((field) => 'to' in field && field.to === model.name)) codes.add(`${other.permission}:view`)
    }
  }
  return [...codes]
}

/** The field shown and the fields answered beside it: only what some reference to the entity declares. */
export function optionFields(engine: Engine, model: Model, asked: string | undefined): { show: string; also: string[] } {
  const shown = new Set<string>([model.entity.label])
  const also = new Set<string>()
  for (const { field } of pointing(engine, model)) {
    if (!('to' in field)) continue
    shown.add(field.show)
    for (const theirs of Object.values(field.dependsOn ?? {})) also.add(theirs)
    if (field.preselect) also.add(field.preselect)
  }
  return { show: asked && shown.has(asked) ? asked : model.entity.label, also: [...also] }
}
