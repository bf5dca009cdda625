/** Waypost's mark: a signpost with two boards. */
export function Mark({ className = 'size-6' }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden className={className}>
      <path
        d="M5 3.5h12.6L21.5 7.5l-3.9 4H5zM19 12.5H6.4L2.5 16.5l3.9 4H19z"
        className="fill-accent"
      />
    </svg>
  );
}

export function Logo() {
  return (
    <span className="flex items-center gap-2.5 text-[16px] font-[650] tracking-tight">
      <Mark />
      Waypost
    </span>
  );
}
