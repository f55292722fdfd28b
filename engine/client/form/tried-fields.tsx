import { Suspense, type ComponentType } from 'react'
import mapValues from 'lodash-es/mapValues.js'
import { lazyPart } from '../../browser/lazy-part.tsx'
import { MissingPart } from '../../browser/Missing.tsx'
import type { AnyEntity, WireRow } from '../../schema/index.ts'
import type { BesideProps } from './beside.ts'

/** Loaded with the first form that has one. */
const TryButton = lazyPart(() => import('./TryButton.tsx').then((file) => file.TryButton), MissingPart)

/** The buttons that try what a form holds, each beside its field. */
export const triedFields = (entity: AnyEntity, row: WireRow): Readonly<Record<string, ComponentType<BesideProps> | undefined>> =>
  mapValues(entity.form?.tries, (spec) =>
    spec
      ? (props: BesideProps) => (
          <Suspense>
            <TryButton {...props} entity={entity} row={row} spec={spec} />
          </Suspense>
        )
      : undefined,
  )
