import { isReference } from '../../../fields/structure.ts'
import type { WireRow } from '../../../schema/index.ts'
import type { Actor, Engine, Model } from '../../contract.ts'
import { textOf } from '../../text-of.ts'
import type { JobStore } from './job-store.ts'

/** An import that is not over, for the pages of its owner. */
export interface OwnImport {
  readonly job: string
  readonly entity: string
  readonly title: string
  /** The name of what the whole file belongs to, such as a course. */
  readonly place: string
  /** It was checked, and its owner is to decide. */
  readonly isChecked: boolean
  readonly rows: number
}

/** The imports that somebody may still confirm or give up. */
export type ImportsOf = (actor: Actor) => Promise<readonly OwnImport[]>

async function placeOf(engine: Engine, { entity }: Model, { given, actor }: { given: WireRow; actor: Actor }): Promise<string> {
  const [key = '', id] = Object.entries(given)[0] ?? []
  const field = entity.fields[key]
  if (!isReference(field)) return ''
  return textOf((await engine.find(field.to, textOf(id), actor))?.[field.show])
}

export const importsOf =
  (engine: Engine, jobs: JobStore): ImportsOf =>
  async (actor) => {
    const waiting = (await jobs.waiting(actor)).map((one) => ({ ...one, model: engine.model(one.entity) }))
    const own = waiting.filter(({ model }) => actor.permissions.has(`${model.permission}:import`))
    return Promise.all(
      own.map(async ({ job, entity, model, given, phase, rows }) => {
        const place = await placeOf(engine, model, { given, actor })
        return { job, entity, title: model.entity.title, place, isChecked: phase === 'ready', rows }
      }),
    )
  }
