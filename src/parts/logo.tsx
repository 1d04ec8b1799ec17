/** The logo: a worn stone with contour lines cut into it. */
export function Logo({ size = 36 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 40 40" aria-hidden="true" focusable="false">
      <path
        d="M20 2.5c8.3-.3 15.6 4.3 17 13 1.5 9.3-3.8 19.6-13.6 21.6C13 39.2 3.5 33.3 2.7 22.6 2 12 9.3 2.9 20 2.5z"
        fill="#74d3bd"
      />
      <path
        d="M20 2.5c8.3-.3 15.6 4.3 17 13 .3 1.8.3 3.6.2 5.4-4.2 3.4-8.6 1-12.8-1.7-5.3-3.4-10.7-7-17.3-3.6-1.5.8-2.8 1.7-4 2.8C4.6 9.5 11.3 2.8 20 2.5z"
        fill="#c9f1e6"
      />
      <path
        d="M4.2 27.3c5.6-6.2 11.3-3.4 16.6-.4 4.3 2.5 8.6 4.7 13.6 2"
        fill="none"
        stroke="#1f2b28"
        stroke-width="2.2"
        stroke-linecap="round"
      />
      <path
        d="M10.3 33.5c3.6-2.6 7.1-1.4 10.6.2 2.2 1 4.4 2 6.7 1.8"
        fill="none"
        stroke="#1f2b28"
        stroke-width="2.2"
        stroke-linecap="round"
      />
    </svg>
  );
}
