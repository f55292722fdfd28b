import { permissionsOf } from './actions.ts'
import { requireKnown, type Check } from './assertions.ts'
import { checkMenuGroup } from './lists.ts'

/** Hand-written screens: they exist, and their names are free. */
export function checkScreens(check: Check): void {
  const { entity, names } = check
  for (const [name, { screen, menu, splitFrom }] of Object.entries(entity.screens ?? {})) {
    const path = `screens.${name}`
    const isTaken = name === 'list' || entity.lists?.[name] || entity.calls?.[name] || entity.treePages?.[name]
    if (isTaken) check.say(path, 'the name is taken by a list, a call or a page, rename it')
    if (names.screen) requireKnown(check, `${path}.screen`, screen, { words: names.screen, what: 'screen' })
    const others = permissionsOf(check).filter((one) => one !== name)
    if (splitFrom !== undefined) requireKnown(check, `${path}.splitFrom`, splitFrom, { words: others, what: 'permission' })
    checkMenuGroup(check, `${path}.menu.group`, menu.group)
  }
}
