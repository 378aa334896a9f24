// The functions of cairo that views call, on the context of a canvas.

/// The place of x_advance in cairo_text_extents_t, in bytes.
const ADVANCE = 32;

/// Draws what a module with views draws. `library` is set when the module exists.
class Drawing {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext('2d');
    this.library = null;
    this.x = this.y = 0;
    this.size = 10;
    this.weight = '';
    this.startsPath = false;
  }

  /// Clears the canvas.
  begin() {
    this.context.setTransform(1, 0, 0, 1, 0, 0);
    this.context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    this.context.beginPath();
  }

  paint(kind) {
    this.context[kind]();
    this.context.beginPath();
  }

  select() { this.context.font = `${this.weight}${this.size}px sans-serif`; }

  /// The functions by name. Their first argument is the context of cairo, which is always that of this canvas.
  get functions() {
    const { context } = this;
    return {
      cairo_scale: (_, x, y) => context.scale(x, y),
      cairo_set_antialias: () => {},
      cairo_set_line_join: () => { context.lineJoin = 'bevel'; },
      cairo_set_line_width: (_, width) => { context.lineWidth = width; },
      cairo_set_source_rgba: (_, red, green, blue, alpha) => {
        const color = [red, green, blue].map(part => Math.round(255 * part)).join(', ');
        context.fillStyle = context.strokeStyle = `rgba(${color}, ${alpha})`;
      },
      cairo_save: () => context.save(),
      cairo_restore: () => context.restore(),
      cairo_new_path: () => context.beginPath(),
      cairo_new_sub_path: () => { this.startsPath = true; },
      cairo_close_path: () => context.closePath(),
      cairo_move_to: (_, x, y) => {
        [this.x, this.y] = [x, y];
        context.moveTo(x, y);
      },
      cairo_line_to: (_, x, y) => context.lineTo(x, y),
      cairo_rectangle: (_, x, y, width, height) => context.rect(x, y, width, height),
      cairo_arc: (_, x, y, radius, start, end) => {
        if (this.startsPath) context.moveTo(x + radius * Math.cos(start), y + radius * Math.sin(start));
        this.startsPath = false;
        context.arc(x, y, radius, start, end);
      },
      cairo_fill: () => this.paint('fill'),
      cairo_fill_preserve: () => context.fill(),
      cairo_stroke: () => this.paint('stroke'),
      cairo_clip: () => this.paint('clip'),
      cairo_select_font_face: (_, family, slant, weight) => {
        this.weight = weight ? 'bold ' : '';
        this.select();
      },
      cairo_set_font_size: (_, size) => {
        this.size = size;
        this.select();
      },
      cairo_text_extents: (_, text, extents) => {
        const { width } = context.measureText(this.library.string(text));
        new DataView(this.library.exports.memory.buffer).setFloat64(extents + ADVANCE, width, true);
      },
      cairo_show_text: (_, text) => context.fillText(this.library.string(text), this.x, this.y),
    };
  }
}
