import type {
  ActionSpec,
  AnswerSpec,
  AskedMove,
  AskedStates,
  BatchSpec,
  CallSpec,
  ChildSpec,
  LinkedSpec,
  MadeStates,
  Move,
  ToolSpec,
  TrySpec,
} from '../action.ts'
import { treeLeft } from '../../fields/parts/choose-spec.ts'
import type { AnyCondition } from '../condition.ts'
import { fieldsJson } from './field-shapes.ts'
import type { SchemaNames } from './names.ts'
import {
  anything,
  anyText,
  filled,
  flag,
  arrayOf,
  mapOf,
  named,
  objectOf,
  oneOf,
  positive,
  definitionRef,
  scalar,
  scalars,
  nonEmptyText,
  textMap,
  texts,
  unionOf,
  type Case,
  type Json,
  constTrue,
} from '../../json-schema-parts.ts'

type Action = ActionSpec<string, AnyCondition>

const verb = oneOf('GET', 'POST', 'PUT', 'DELETE')
const action = {
  label: nonEmptyText,
  when: definitionRef('condition'),
  otherwise: nonEmptyText,
  hides: constTrue,
  confirm: nonEmptyText,
  confirmText: nonEmptyText,
  does: anything,
}
const answer = objectOf<AnswerSpec>({ required: {}, properties: { heading: nonEmptyText, waiting: nonEmptyText } })
export const tryJson = objectOf<TrySpec>({
  required: { label: true, call: true, waiting: true, failure: true },
  properties: { label: nonEmptyText, call: nonEmptyText, waiting: nonEmptyText, failure: nonEmptyText },
})
const actionRequired = { label: true, does: true } as const

/** Unlike values that are stored, values that a form starts with may be empty. */
const startValues = mapOf(scalar)

/** Row actions by what they do. */
export function actionJson(names: SchemaNames): Json {
  return unionOf('does', {
    edit: objectOf<Case<Action, 'edit'>>({ required: actionRequired, properties: { ...action, except: texts } }),
    view: objectOf<Case<Action, 'view'>>({ required: actionRequired, properties: { ...action, opensIn: oneOf('form') } }),
    delete: objectOf<Case<Action, 'delete'>>({ required: actionRequired, properties: { ...action, allOrNone: constTrue } }),
    add: objectOf<Case<Action, 'add'>>({ required: actionRequired, properties: { ...action, with: textMap, values: startValues } }),
    set: objectOf<Case<Action, 'set'>>({
      required: { ...actionRequired, values: true },
      properties: { ...action, values: scalars, success: nonEmptyText },
    }),
    call: objectOf<Case<Action, 'call'>>({
      required: { ...actionRequired, call: true },
      properties: { ...action, call: nonEmptyText, of: named(names.entity), with: textMap, values: scalars, ask: texts, answer },
    }),
    open: objectOf<Case<Action, 'open'>>({
      required: { ...actionRequired, screen: true },
      properties: { ...action, screen: named(names.screen) },
    }),
    panel: objectOf<Case<Action, 'panel'>>({
      required: { ...actionRequired, panel: true },
      properties: {
        ...action,
        panel: named(names.panel),
        of: named(names.entity),
        title: nonEmptyText,
        width: positive,
        opensIn: oneOf('modal'),
      },
    }),
    children: objectOf<Case<Action, 'children'>>({
      required: { ...actionRequired, child: true },
      properties: { ...action, child: named(names.entity) },
    }),
  })
}

const tool = { label: nonEmptyText, confirm: nonEmptyText, does: anything }

/** Toolbar buttons by what they do. */
export function toolJson(names: SchemaNames): Json {
  return unionOf('does', {
    bin: objectOf<Case<ToolSpec, 'bin'>>({ required: { label: true, does: true }, properties: tool }),
    call: objectOf<Case<ToolSpec, 'call'>>({
      required: { label: true, does: true, call: true },
      properties: { ...tool, call: nonEmptyText, with: textMap },
    }),
    upload: objectOf<Case<ToolSpec, 'upload'>>({
      required: { label: true, does: true, call: true, success: true },
      properties: { ...tool, call: nonEmptyText, success: nonEmptyText },
    }),
    pick: objectOf<Case<ToolSpec, 'pick'>>({
      required: { label: true, does: true, entity: true, list: true, call: true, multiple: true },
      properties: {
        ...tool,
        entity: named(names.entity),
        list: nonEmptyText,
        call: nonEmptyText,
        multiple: flag,
        with: textMap,
        narrow: textMap,
        where: scalars,
        tooMany: nonEmptyText,
        through: nonEmptyText,
        opensIn: oneOf('drawer'),
        tree: treeLeft(names),
      },
    }),
  })
}

const call = {
  title: nonEmptyText,
  verbs: filled(verb),
  path: nonEmptyText,
  params: fieldsJson,
  permission: nonEmptyText,
  success: nonEmptyText,
  failure: nonEmptyText,
  unless: objectOf<NonNullable<CallSpec['unless']>>({
    required: { call: true, otherwise: true },
    properties: { call: nonEmptyText, otherwise: nonEmptyText },
  }),
  opensIn: oneOf('drawer'),
  does: anything,
}
const callRequired = { title: true, verbs: true, does: true } as const

const linking = objectOf<Case<CallSpec, 'link'>>({
  required: { ...callRequired, relation: true, other: true },
  properties: { ...call, relation: nonEmptyText, other: nonEmptyText, otherwise: nonEmptyText, scope: oneOf('none') },
})

export const callJson: Json = unionOf('does', {
  lookup: objectOf<Case<CallSpec, 'lookup'>>({
    required: { ...callRequired, returns: true },
    properties: { ...call, returns: texts, one: constTrue, instead: scalars },
  }),
  set: objectOf<Case<CallSpec, 'set'>>({ required: { ...callRequired, values: true }, properties: { ...call, values: scalars } }),
  link: linking,
  unlink: linking,
  call: objectOf<Case<CallSpec, 'call'>>({ required: callRequired, properties: { ...call, takes: oneOf('file') } }),
})

export const batchJson = (names: SchemaNames): Json =>
  objectOf<BatchSpec>({
    required: { label: true, call: true },
    properties: {
      label: nonEmptyText,
      call: nonEmptyText,
      values: scalars,
      confirm: nonEmptyText,
      panel: named(names.panel),
      opensIn: oneOf('modal'),
      exactly: objectOf<NonNullable<BatchSpec['exactly']>>({
        required: { rows: true, otherwise: true },
        properties: { rows: positive, otherwise: nonEmptyText },
      }),
      each: objectOf<NonNullable<BatchSpec['each']>>({
        required: { when: true, otherwise: true },
        properties: { when: definitionRef('condition'), otherwise: nonEmptyText },
      }),
      alike: objectOf<NonNullable<BatchSpec['alike']>>({
        required: { fields: true, otherwise: true },
        properties: { fields: { ...texts, minItems: 1 }, otherwise: nonEmptyText },
      }),
      orAllOf: nonEmptyText,
    },
  })

const move = { from: arrayOf(scalar), to: scalar, otherwise: nonEmptyText, when: definitionRef('condition') }
const moveRequired = { from: true, to: true, otherwise: true } as const

const askedMove = objectOf<AskedMove<AnyCondition>>({
  required: { ...moveRequired, label: true, ask: true, success: true },
  properties: { ...move, label: nonEmptyText, ask: scalar, confirm: nonEmptyText, success: nonEmptyText },
})
const askedStates = objectOf<AskedStates<string, AnyCondition>>({
  required: { field: true, call: true, param: true, transitions: true },
  properties: { field: nonEmptyText, call: nonEmptyText, param: nonEmptyText, transitions: mapOf(askedMove) },
})
const madeStates = objectOf<Omit<MadeStates<string, AnyCondition>, 'call' | 'param'>>({
  required: { field: true, transitions: true },
  properties: { field: nonEmptyText, transitions: mapOf(objectOf<Move<AnyCondition>>({ required: moveRequired, properties: move })) },
})

/** States with a call have buttons for their moves, so their moves need labels. */
export const statesJson: Json = { if: { required: ['call'] }, then: askedStates, else: madeStates }

const linksJson = (names: SchemaNames) =>
  objectOf<LinkedSpec>({
    required: { add: true, from: true, remove: true },
    properties: {
      add: objectOf<LinkedSpec['add']>({
        required: { label: true, call: true },
        properties: { label: nonEmptyText, call: nonEmptyText },
      }),
      from: nonEmptyText,
      through: nonEmptyText,
      tree: treeLeft(names),
      remove: objectOf<LinkedSpec['remove']>({
        required: { label: true, confirm: true, one: true, several: true },
        properties: { label: nonEmptyText, confirm: nonEmptyText, one: nonEmptyText, several: nonEmptyText },
      }),
      actions: texts,
    },
  })

export const childJson = (names: SchemaNames): Json =>
  objectOf<ChildSpec>({
    required: { entity: true, by: true, shown: true, label: true },
    properties: {
      entity: named(names.entity),
      by: nonEmptyText,
      shown: oneOf('expand', 'drawer', 'modal', 'form'),
      label: anyText,
      width: positive,
      list: nonEmptyText,
      with: textMap,
      panel: named(names.panel),
      links: linksJson(names),
      addWhile: textMap,
    },
  })
