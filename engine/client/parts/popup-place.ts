/**
 * Where a menu is drawn: in the window or the part of the page it belongs to, because in the body it is outside every landmark. Of a
 * window it is the content: its frame lets the hand through.
 */
export const popupPlace = (place: HTMLElement): HTMLElement =>
  place.closest<HTMLElement>('.ant-modal-content, [role="dialog"], main') ?? document.body
