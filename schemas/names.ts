/** Every name that schemas may use; the engine reads them through `AppNames`. */
declare module '../engine/names.ts' {
  interface AppNames {
    entity:
      | 'semester'
      | 'course'
      | 'experiment'
      | 'experimentAddress'
      | 'equipment'
      | 'class'
      | 'classStudent'
      | 'comment'
      | 'assistant'
      | 'department'
      | 'user'
      | 'student'
      | 'role'
      | 'dictionary'
      | 'dictionaryItem'
    domain: 'teaching' | 'identity' | 'platform'
    screen: 'dashboard' | 'account'
    dictionary: 'student_type' | 'inspect_type' | 'sex' | 'user_status' | 'org_category' | 'dict_item_status' | 'depart_status'
    scope: 'course'
    derive: 'courseStatus'
    role: '1' | '2' | '3' | '4'
  }
}
export {}
