import { Dialog, DialogBackdrop, DialogPanel } from '@headlessui/react';
import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import type { User } from '#web/api.ts';
import { IconButton } from '#web/ui/button.tsx';
import { SidebarContent } from './sidebar-content.tsx';

type DrawerProps = { readonly user: User; readonly isOpen: boolean; onClose(): void };

/** The sidebar's content on a phone, over the page. */
export function Drawer({ user, isOpen, onClose }: DrawerProps) {
  useCloseAtMove(onClose);
  return (
    <Dialog open={isOpen} onClose={onClose} aria-label="Menu" className="relative z-30">
      <DialogBackdrop
        transition
        className="fixed inset-0 bg-[#000]/60 transition-opacity duration-200 data-closed:opacity-0"
      />
      <DialogPanel
        transition
        className="fixed inset-y-0 left-0 flex w-72 max-w-[85vw] flex-col gap-1 overflow-y-auto border-r border-line bg-surface px-3 py-5 transition-transform duration-200 ease-out data-closed:-translate-x-full"
      >
        <IconButton label="Close menu" onClick={onClose} className="absolute top-5 right-3">
          <X aria-hidden className="size-5" />
        </IconButton>
        <SidebarContent user={user} />
      </DialogPanel>
    </Dialog>
  );
}

/** Closes the drawer also when only the parameters of the address change: folders are such places. */
function useCloseAtMove(onClose: () => void): void {
  const { search } = useLocation();
  const before = useRef(search);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (before.current !== search) close();
    before.current = search;
  }, [search]);
}
