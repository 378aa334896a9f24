// The filters, delay lines and oscillators that other packages can use too are in the kit. Whoever imports this module sees them.
@_exported import LV2DSP
