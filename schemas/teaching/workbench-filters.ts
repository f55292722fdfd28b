/** The one filter bar above the workbench's lists: to mark, marked, and open requests for help. */
export const workbenchFilters = [
  'semester',
  'courseId',
  'experiId',
  'inspectionId',
  'experiGroupId',
  { field: 'smallGroup', choices: 'queryExperiSmallGroupAll', choicesOf: 'seat', more: true },
  { field: 'realname', match: 'contains', more: true },
  { field: 'studyNumber', match: 'contains', more: true },
] as const
