import type { IconName } from '../fields/icon/names.ts'
import type { EntityName, MenuGroupName, PanelName } from '../names.ts'

/** What is shown of the chosen node, on a tab of its own; a page with one tab shows it without a heading. */
export type NodeTab = { readonly label: string } &
  /** The node's form. */
  (
    | { readonly shows: 'form' }
    /** Its fields as text: all of them, or these in this order. */
    | { readonly shows: 'fields'; readonly fields?: readonly string[] }
    /** Rows of another entity: its list (or one of its lists) with a filter that equals the node's key, or another field of the node. */
    | { readonly shows: 'rows'; readonly entity: EntityName; readonly list?: string; readonly by: string; readonly from?: string }
    /** What one of the entity's `children` shows of the node. */
    | { readonly shows: 'child'; readonly child: EntityName }
    /** A hand-written panel that receives the node as its row. */
    | { readonly shows: 'panel'; readonly panel: PanelName }
  )

/** What people may change in the tree itself, as far as they may add, edit and delete its rows. */
export interface TreeEdits {
  /** The buttons that add a root and a node below the chosen one. */
  readonly add: string
  readonly addBelow: string
  /** The sentences while no node is chosen: to add one below it, to save it, to delete the ticked ones. */
  readonly needsParent: string
  readonly needsNode: string
  readonly needsTicks: string
  /** The question before ticked nodes are deleted; `N` is their number. */
  readonly deleteTicked: string
  /** What is said before the server's reason if nothing was deleted. */
  readonly notDeleted: string
}

/** A page with the entity's tree on the left and, on the right, what belongs to the chosen node. */
export interface TreePageSpec {
  readonly title: string
  /** Its menu entry. The page has a permission of its own (`<domain>:<entity>:<page>`); its calls have theirs. */
  readonly menu: { readonly icon: IconName; readonly order: number; readonly group?: MenuGroupName; readonly component?: string }
  /** Nodes are asked for when the node above them is opened; otherwise the tree is loaded at once. */
  readonly lazy?: true
  /** A declared call that answers the nested nodes, instead of all that the user may see. */
  readonly nodes?: string
  /** A page for those alone to whom this call says so in its message; everyone else reads the sentence. */
  readonly only?: { readonly message: string; readonly otherwise: string }
  /** What is shown instead of an empty tree. */
  readonly empty?: string
  /** What is shown beside the tree while no node is chosen. */
  readonly choose?: string
  /** The hint in the search box above the tree. */
  readonly search: string
  readonly edits?: TreeEdits
  /** Further buttons above the tree: each makes a declared call that needs no params. */
  readonly buttons?: readonly { readonly label: string; readonly call: string }[]
  readonly tabs: readonly NodeTab[]
}
