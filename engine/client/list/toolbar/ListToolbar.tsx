import { Suspense } from 'react'
import { FilterSheet } from '../../filter/filter-sheet.ts'
import { ColumnChooser } from './ColumnChooser.tsx'
import { filterParams } from '../../filter/filters.ts'
import { isGiven } from '../../model/list-state.ts'
import { SelectionBar } from '../rows/SelectionBar.tsx'
import { Toolbar } from './Toolbar.tsx'
import { usePhone } from '../../parts/use-phone.ts'
import type { EntityListState } from '../state/use-entity-list.ts'

/** The toolbar of a list where it stands. */
export function ListToolbar({ list }: { readonly list: EntityListState }) {
  const { entity, room, isClosed, model, all, fixed, state, selection } = list
  const phone = usePhone()
  const within = entity.import?.within
  return (
    <Toolbar
      entity={entity}
      selection={selection}
      acts={list.acts}
      waitingFor={list.data.waitingFor}
      ready={isGiven(all, model.needs)}
      canAdd={isGiven(all, model.addNeeds)}
      isFull={room !== undefined && room <= 0}
      isClosed={isClosed === true}
      shown={{
        list: model.name,
        filters: { ...filterParams(model, state.filters), ...fixed },
        order: { column: state.sort.by, order: state.sort.order },
      }}
      within={within ? { [within]: all[within] } : {}}
      open={list.open}
      reload={list.data.reload}
      lead={
        phone &&
        list.bar.filters.length > 0 && (
          <Suspense>
            <FilterSheet {...list.bar} />
          </Suspense>
        )
      }
      extra={
        <>
          <SelectionBar store={selection} />
          {!phone && <ColumnChooser {...list.whole} preferences={list.preferences} change={list.prefer} />}
        </>
      }
    />
  )
}
